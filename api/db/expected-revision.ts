import { AppError } from '../../shared/kernel/errors';

/** The revisions of a row that a caller has seen; `any` requires only that the row exists. */
export type ExpectedRevision = readonly number[] | 'any';

/**
 * Throws PRECONDITION_FAILED when the row has another revision than the caller expects; without an expectation it never throws.
 */
export function assertRevision(revision: number, expected: ExpectedRevision | undefined): void {
  if (expected === undefined || expected === 'any' || expected.includes(revision)) return;
  throw new AppError('PRECONDITION_FAILED', 'The resource has changed since you read it. Reload it and try again.');
}

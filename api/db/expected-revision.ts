import type { HydratedDocument, Model } from 'mongoose';
import type { Row } from '../../shared/db/rows';
import { AppError, notFound } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';

/** The revisions of a row that a caller has seen; `any` requires only that the row exists. */
export type ExpectedRevision = readonly number[] | 'any';

/**
 * Throws PRECONDITION_FAILED when the row has another revision than the caller expects; without an expectation it never throws.
 */
export function assertRevision(revision: number, expected: ExpectedRevision | undefined): void {
  if (expected === undefined || expected === 'any' || expected.includes(revision)) return;
  throw new AppError('PRECONDITION_FAILED', refusal('CHANGED_SINCE_READ'));
}

/** Returns a row to change; throws NOT_FOUND, and PRECONDITION_FAILED when it has another revision than the caller expects. */
export async function rowToChange<T extends Row>(
  model: Model<T>,
  id: string,
  expected?: ExpectedRevision,
): Promise<HydratedDocument<T>> {
  const row = await model.findById(id);
  if (!row) throw notFound();
  assertRevision(row.revision, expected);
  return row;
}

import { toInstant, toInstantOrNull } from '../../shared/kernel/clock';
import type { Employee } from '../../shared/people/employee.model';
import { isHeld } from '../../shared/privacy/legal-hold.rules';
import type { Id, Instant, Reason } from '../http/types';

/** Why the data of an employee must not be erased, and until when. */
export interface LegalHoldView {
  until: Instant;
  reason: string;
  /**
   * Name of the account that set it; null when the account no longer exists.
   * @example "Ana García"
   */
  setBy: string | null;
  /** Null for an older hold. */
  setAt: Instant | null;
}

/** A legal hold; null removes it. */
export interface SetLegalHold {
  until: Instant;
  reason: Reason;
}

/** The hold of an employee. */
export interface EmployeeLegalHold {
  employeeId: Id;
  legalHold: LegalHoldView | null;
}

/** Returns the current hold, with the name of the account that set it; null for one that has ended. */
export function toHoldView(
  { legalHold }: Pick<Employee, 'legalHold'>,
  at: Date,
  nameOf: (userId: string) => string | null,
): LegalHoldView | null {
  if (!legalHold || !isHeld({ legalHold }, at)) return null;
  const { until, reason, by, at: setAt } = legalHold;
  return { until: toInstant(until), reason, setBy: nameOf(by), setAt: toInstantOrNull(setAt ?? null) };
}

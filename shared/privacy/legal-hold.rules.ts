import type { Employee } from '../people/employee.model';

/** Whether a legal hold is in force at an instant: one in the past holds nothing. */
export function isHeld({ legalHold }: Pick<Employee, 'legalHold'>, at: Date): boolean {
  return !!legalHold && legalHold.until > at;
}

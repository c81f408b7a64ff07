import type { Employee } from '../people/employee.model';

/** Whether a legal hold applies at an instant; one that has ended does not. */
export function isHeld({ legalHold }: Pick<Employee, 'legalHold'>, at: Date): boolean {
  return !!legalHold && legalHold.until > at;
}

import type { Employee } from '../people/employee.model';
import type { Evaluation } from './evaluation.model';

/** The fields of an employee that the evaluations about them copy. */
export const IDENTITY_FIELDS = ['fullName', 'email', 'employeeCode', 'searchText'] as const;
export type Identity = Pick<Employee, (typeof IDENTITY_FIELDS)[number]>;

export function subjectIdentity({
  fullName,
  email,
  employeeCode,
  searchText,
}: Identity): Pick<Evaluation, 'subject' | 'searchText'> {
  return { subject: { fullName, email, employeeCode: employeeCode ?? null }, searchText };
}

import type { Employee } from '../people/employee.model';
import type { Evaluation } from './evaluation.model';

/** What an evaluation stores of what its subject is called. */
export function subjectIdentity({
  fullName,
  email,
  employeeCode,
  searchText,
}: Pick<Employee, 'fullName' | 'email' | 'employeeCode' | 'searchText'>): Pick<Evaluation, 'subject' | 'searchText'> {
  return { subject: { fullName, email, employeeCode: employeeCode ?? null }, searchText };
}

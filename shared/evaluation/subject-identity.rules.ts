import type { Employee } from '../people/employee.model';
import type { Evaluation } from './evaluation.model';

export function subjectIdentity({
  fullName,
  email,
  employeeCode,
  searchText,
}: Pick<Employee, 'fullName' | 'email' | 'employeeCode' | 'searchText'>): Pick<Evaluation, 'subject' | 'searchText'> {
  return { subject: { fullName, email, employeeCode: employeeCode ?? null }, searchText };
}

import { randomUUID } from 'node:crypto';
import { bulkInsert, type NewRow } from '../../shared/db/bulk';
import { newId } from '../../shared/kernel/ids';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { ensureEmployeeUsage, fullNameOf } from '../../shared/people/employee.store';
import { reserveEmployees } from '../../shared/platform/plan-usage.store';

/** What a test says about an employee. */
export type EmployeeFields = Partial<
  Omit<Employee, 'tenantId' | 'fullName' | 'searchText' | 'revision' | 'createdAt' | 'updatedAt'>
>;

/** An employee of the tenant of the context, Active unless said; call inside `tenant.within`. */
export async function makeEmployee(fields: EmployeeFields = {}): Promise<Employee> {
  const [employee] = await makeEmployees([fields]);
  if (!employee) throw new Error('The employee exists already.');
  return employee;
}

/** Several employees in one write, in the order given; those who are Active count for the plan as if they were created one by one. */
export async function makeEmployees(list: readonly EmployeeFields[]): Promise<Employee[]> {
  await ensureEmployeeUsage();
  const rows = list.map(employeeRow);
  await reserveEmployees(rows.filter((row) => row.status === EmployeeStatus.Active && !row.isDeleted).length);
  const { inserted } = await bulkInsert(EmployeeModel, rows);
  return inserted;
}

let made = 0;

/** A row that is not stored yet, Active unless said. */
export function employeeRow(fields: EmployeeFields = {}): NewRow<Employee> & { _id: string } {
  const unique = randomUUID().slice(0, 8);
  const row = {
    _id: newId(),
    employeeCode: null,
    firstName: 'Ana',
    lastName: `Test ${String((made += 1)).padStart(6, '0')}`, // lists by name are in the order of creation
    email: `ana.${unique}@example.test`,
    status: EmployeeStatus.Active,
    departmentId: null,
    managerId: null,
    jobProfileId: null,
    hireDate: null,
    terminationDate: null,
    photoFileId: null,
    legalHold: null,
    erasedAt: null,
    isDeleted: false,
    ...fields,
  };
  return { ...row, fullName: fullNameOf(row) };
}

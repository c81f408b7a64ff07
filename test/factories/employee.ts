import { randomUUID } from 'node:crypto';
import { bulkInsert } from '../../shared/db/bulk';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { ensureEmployeeUsage, fullNameOf } from '../../shared/people/employee.store';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { reserveEmployees } from '../../shared/platform/plan-usage.store';

type Fields = Partial<Omit<Employee, 'tenantId' | 'fullName' | 'searchText' | 'revision' | 'createdAt' | 'updatedAt'>>;

/** An employee of the tenant of the context, Active unless said; call inside `tenant.within`. */
export async function makeEmployee(fields: Fields = {}): Promise<Employee> {
  const [employee] = await makeEmployees([fields]);
  if (!employee) throw new Error('The employee exists already.');
  return employee;
}

/** Several employees in one write, in the order given; those who are Active count for the plan as if they were created one by one. */
export async function makeEmployees(list: readonly Fields[]): Promise<Employee[]> {
  await ensureEmployeeUsage();
  const rows = list.map((fields) => {
    const unique = randomUUID().slice(0, 8);
    const row = {
      employeeCode: null,
      firstName: 'Ana',
      lastName: `Test ${unique}`,
      email: `ana.${unique}@example.test`,
      status: EmployeeStatus.Active,
      departmentId: null,
      managerId: null,
      jobProfileId: null,
      hireDate: null,
      terminationDate: null,
      photoFileId: null,
      isDeleted: false,
      ...fields,
    };
    return { ...row, fullName: fullNameOf(row) };
  });
  await reserveEmployees(rows.filter((row) => row.status === EmployeeStatus.Active && !row.isDeleted).length);
  const { inserted } = await bulkInsert(EmployeeModel, rows);
  return inserted;
}

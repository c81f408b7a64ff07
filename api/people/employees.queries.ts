import { listRows } from '../../shared/db/list';
import { namesById } from '../../shared/db/references';
import { searchFilter } from '../../shared/db/search';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { enumerationFilter } from '../../shared/kernel/enumeration';
import { notFound } from '../../shared/kernel/errors';
import { DepartmentModel } from '../../shared/people/department.model';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { type User, UserModel } from '../../shared/platform/user.model';
import type { PageRequest } from '../http/pagination';
import { type EmployeeOption, type EmployeeView, toEmployeeView } from './employees.dto';

export interface EmployeeFilter {
  search?: string;
  departmentId?: string;
  status?: string;
}

/** One page of employees by last name (spec 4.4); throws VALIDATION on an unknown status. */
export async function listEmployees(
  { search, departmentId, status }: EmployeeFilter,
  page: PageRequest,
): Promise<{ items: EmployeeView[]; totalCount: number }> {
  const wanted = enumerationFilter(EmployeeStatus, status, 'status');
  const filter = {
    ...searchFilter(search),
    ...(departmentId === undefined ? {} : { departmentId }),
    ...(wanted === undefined ? {} : { status: wanted }),
  };
  const { rows, totalCount } = await listRows(EmployeeModel, filter, { lastName: 1, firstName: 1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** One employee; throws NOT_FOUND. */
export async function getEmployee(id: string): Promise<EmployeeView> {
  const row = await EmployeeModel.findById(id).lean<Employee>();
  const [view] = row ? await toViews([row]) : [];
  if (!view) throw notFound();
  return view;
}

/** Employees of one status by last name, for dropdowns; throws VALIDATION on an unknown status. */
export async function employeeOptions(status: string | undefined): Promise<EmployeeOption[]> {
  const wanted = enumerationFilter(EmployeeStatus, status, 'status') ?? EmployeeStatus.Active;
  const rows = await EmployeeModel.find({ status: wanted })
    .select('fullName employeeCode email')
    .sort({ lastName: 1, firstName: 1, _id: 1 })
    .lean<Employee[]>();
  return rows.map(({ _id, fullName, employeeCode, email }) => ({ id: _id, name: fullName, employeeCode, email }));
}

async function toViews(rows: readonly Employee[]): Promise<EmployeeView[]> {
  const ids = (field: 'departmentId' | 'managerId' | 'jobProfileId') => rows.map((row) => row[field]);
  const [department, manager, jobProfile, users] = await Promise.all([
    namesById(DepartmentModel, ids('departmentId'), 'name'),
    namesById(EmployeeModel, ids('managerId'), 'fullName'),
    namesById(JobProfileModel, ids('jobProfileId'), 'name'),
    UserModel.find({ employeeId: { $in: rows.map((row) => row._id) } })
      .select('employeeId')
      .lean<User[]>(),
  ]);
  const userIds = new Map(users.map((user) => [user.employeeId, user._id]));
  const userOf = (id: string | null): string | null => userIds.get(id) ?? null;
  return rows.map((row) => toEmployeeView(row, { department, manager, jobProfile, userOf }));
}

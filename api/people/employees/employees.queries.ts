import { listRows } from '../../../shared/db/list';
import { pickRows } from '../../../shared/db/pick';
import { namesById } from '../../../shared/db/references';
import { searchFilter } from '../../../shared/db/search';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { enumerationFilter } from '../../../shared/kernel/enumeration';
import { notFound } from '../../../shared/kernel/errors';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import type { PageRequest } from '../../http/pagination';
import { requestedOrder, type SortOrders } from '../../http/sort-order';
import { type EmployeeOption, type EmployeeReferences, type EmployeeView, toEmployeeView } from './employees.dto';

export interface EmployeeFilter {
  search?: string;
  departmentId?: string;
  managerId?: string;
  status?: string;
  sort?: string;
}

const ORDERS: SortOrders = {
  name: ['searchText'],
  email: ['email'],
  employeeCode: ['employeeCode'],
  hireDate: ['hireDate'],
  status: ['status', 'searchText'],
};

/** Returns one page of employees by last name or `sort`; throws VALIDATION on an unknown status or order. */
export async function listEmployees(
  { search, departmentId, managerId, status, sort }: EmployeeFilter,
  page: PageRequest,
): Promise<{ items: EmployeeView[]; totalCount: number }> {
  const statusFilter = enumerationFilter(EmployeeStatus, status, 'status');
  const filter = {
    ...searchFilter(search),
    ...(departmentId === undefined ? {} : { departmentId }),
    ...(managerId === undefined ? {} : { managerId }),
    ...(statusFilter === undefined ? {} : { status: statusFilter }),
  };
  const { rows, totalCount } = await listRows(EmployeeModel, filter, requestedOrder(ORDERS, sort ?? 'name'), page);
  return { items: await toViews(rows), totalCount };
}

/** Throws NOT_FOUND. */
export async function getEmployee(id: string): Promise<EmployeeView> {
  const row = await EmployeeModel.findById(id).lean<Employee>();
  const [view] = row ? await toViews([row]) : [];
  if (!view) throw notFound();
  return view;
}

/** Returns employees of one status by name, for dropdowns: all, or the first ones; throws VALIDATION on an unknown status. */
export async function employeeOptions(
  { status, search }: Pick<EmployeeFilter, 'status' | 'search'>,
  limit: number | null,
): Promise<EmployeeOption[]> {
  const statusFilter = enumerationFilter(EmployeeStatus, status, 'status') ?? EmployeeStatus.Active;
  const rows = await pickRows(
    EmployeeModel.find({ ...searchFilter(search), status: statusFilter })
      .sort({ searchText: 1, _id: 1 })
      .limit(limit ?? 0), // 0: no limit
    'fullName',
    'employeeCode',
    'email',
  );
  return rows.map(({ _id, fullName, employeeCode, email }) => ({ id: _id, name: fullName, employeeCode, email }));
}

async function toViews(rows: readonly Employee[]): Promise<EmployeeView[]> {
  const ids = (field: 'departmentId' | 'managerId' | 'jobProfileId') => rows.map((row) => row[field]);
  const [department, manager, jobProfile, account] = await Promise.all([
    namesById(DepartmentModel, ids('departmentId'), 'name'),
    namesById(EmployeeModel, ids('managerId'), 'fullName'),
    namesById(JobProfileModel, ids('jobProfileId'), 'name'),
    accountsOf(rows.map((row) => row._id)),
  ]);
  return rows.map((row) => toEmployeeView(row, { department, manager, jobProfile, account }));
}

/** Returns the accounts of employees, and whether they were ever used; two queries. */
async function accountsOf(employeeIds: readonly string[]): Promise<EmployeeReferences['account']> {
  const users = await pickRows(UserModel.find({ employeeId: { $in: [...employeeIds] } }), 'employeeId');
  const credentials = await pickRows(
    CredentialModel.find({ _id: { $in: users.map(({ _id }) => _id) } }),
    'lastSignInAt',
  );
  const used = new Set(credentials.filter(({ lastSignInAt }) => lastSignInAt !== null).map(({ _id }) => _id));
  const accountOf = new Map(users.map(({ _id, employeeId }) => [employeeId, { id: _id, hasSignedIn: used.has(_id) }]));
  return (employeeId) => accountOf.get(employeeId);
}

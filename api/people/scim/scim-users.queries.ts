import type { QueryFilter } from 'mongoose';
import { pickRow } from '../../../shared/db/pick';
import { namesById } from '../../../shared/db/references';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { ScimError } from './scim-error';
import type { UserFilter } from './scim-filter';
import { LIST_MESSAGE } from './scim-schemas';
import { type ScimReferences, type ScimUser, toScimUser } from './scim-user';

/** A slice of a list: the first row, from 1, and the number of rows. */
export interface Slice {
  startIndex: number;
  count: number;
}

/** The list of RFC 7644, section 3.4.2. */
export interface ScimList {
  schemas: string[];
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: ScimUser[];
}

const STATUSES = {
  true: [EmployeeStatus.Active, EmployeeStatus.OnLeave],
  false: [EmployeeStatus.Terminated],
};

/** Returns the users that match a filter, by email; null matches none. `root` is the address of SCIM for links. */
export async function listScimUsers(root: string, filter: UserFilter | null, slice: Slice): Promise<ScimList> {
  const where = filter && (await conditionsOf(filter));
  const totalResults = where ? await EmployeeModel.countDocuments(where) : 0;
  const rows =
    where && slice.count > 0
      ? await EmployeeModel.find(where)
          .sort({ email: 1, _id: 1 })
          .skip(slice.startIndex - 1)
          .limit(slice.count)
          .lean<Employee[]>()
      : [];
  const references = await referencesOf(root, rows);
  const Resources = rows.map((row) => toScimUser(row, references));
  const { startIndex } = slice;
  return { schemas: [LIST_MESSAGE], totalResults, startIndex, itemsPerPage: Resources.length, Resources };
}

/** A `userName` matches the stored identifier, or the email of an employee without one. */
async function conditionsOf({
  id,
  userName,
  externalId,
  email,
  active,
}: UserFilter): Promise<QueryFilter<Employee> | null> {
  const named = userName === undefined ? undefined : await idOfUserName(userName.toLowerCase());
  if (named === null || (id !== undefined && named !== undefined && named !== id)) return null;
  const only = named ?? id;
  return {
    ...(only === undefined ? {} : { _id: only }),
    ...(externalId === undefined ? {} : { externalId }),
    ...(email === undefined ? {} : { email: email.toLowerCase() }),
    ...(active === undefined ? {} : { status: { $in: STATUSES[`${active}`] } }),
  };
}

/** The employee with this `userName`; null when there is none. */
async function idOfUserName(userName: string): Promise<string | null> {
  const named =
    (await pickRow(EmployeeModel.findOne({ userName }), '_id')) ??
    (await pickRow(EmployeeModel.findOne({ email: userName, userName: null }), '_id'));
  return named?._id ?? null;
}

/** The employee who is a user; throws ScimError 404. */
export async function getScimEmployee(id: string): Promise<Employee> {
  const row = await EmployeeModel.findById(id).lean<Employee>();
  if (!row) throw new ScimError(404, 'There is no such user.');
  return row;
}

/** An employee as a user. */
export async function scimUserOf(root: string, row: Employee): Promise<ScimUser> {
  return toScimUser(row, await referencesOf(root, [row]));
}

async function referencesOf(root: string, rows: readonly Employee[]): Promise<ScimReferences> {
  const ids = (field: 'departmentId' | 'managerId' | 'jobProfileId') => rows.map((row) => row[field]);
  const [department, manager, jobProfile] = await Promise.all([
    namesById(DepartmentModel, ids('departmentId'), 'name'),
    namesById(EmployeeModel, ids('managerId'), 'fullName'),
    namesById(JobProfileModel, ids('jobProfileId'), 'name'),
  ]);
  return { department, manager, jobProfile, root };
}

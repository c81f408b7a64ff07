import type { QueryFilter } from 'mongoose';
import { listRows } from '../../shared/db/list';
import { pickRows } from '../../shared/db/pick';
import { searchFilter } from '../../shared/db/search';
import { DepartmentModel } from '../../shared/framework/department.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { enumerationFilter } from '../../shared/kernel/enumeration';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { type PageRequest, toPage } from '../http/pagination';
import type { EmployeeFilter } from '../people/employees/employees.queries';
import { type Changes, newest } from './changes';
import type { DeletedRowV1 } from './changes.dto';
import {
  type EmployeePageV1,
  type EmployeeV1,
  type ShownEmployee,
  toDeletedRowV1,
  toEmployeeV1,
} from './employees.dto';
import type { IdOrder } from './id-order';
import { DELETED_TOO, type Reference, readReferences, type References } from './reference-rows.queries';

/** Returns one page of employees by last name; throws VALIDATION on an unknown status. At most five queries. */
export async function listEmployeesV1(
  { search, departmentId, status }: EmployeeFilter,
  changes: Changes,
  page: PageRequest,
  order: IdOrder | null = null,
): Promise<EmployeePageV1> {
  const statusFilter = enumerationFilter(EmployeeStatus, status, 'status');
  const filter = {
    ...searchFilter(search),
    ...(departmentId === undefined ? {} : { departmentId }),
    ...(statusFilter === undefined ? {} : { status: statusFilter }),
    ...(changes.since === null ? {} : { $or: await changedSince(changes.since) }),
    ...(changes.includeDeleted ? DELETED_TOO : {}),
  };
  const [{ rows, totalCount }, references] = await Promise.all([
    order ? rowsAfter(order, filter, page) : listRows(EmployeeModel, filter, { searchText: 1 }, page),
    readReferences(),
  ]);
  return toPage(await toEmployeesV1(rows, references), totalCount, page);
}

/** Returns the next rows by id, and how many the filter finds in total. */
async function rowsAfter(
  { after }: IdOrder,
  filter: QueryFilter<Employee>,
  { page, pageSize }: PageRequest,
): Promise<{ rows: Employee[]; totalCount: number }> {
  const [rows, totalCount] = await Promise.all([
    EmployeeModel.find({ ...filter, _id: { $gt: after } })
      .sort({ _id: 1 })
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .lean<Employee[]>(),
    EmployeeModel.countDocuments(filter),
  ]);
  return { rows, totalCount };
}

/** Returns employees as v1 shows them, deleted ones as their ids; one query. */
export async function toEmployeesV1(
  rows: readonly ShownEmployee[],
  references: References,
): Promise<(EmployeeV1 | DeletedRowV1)[]> {
  const manager = await managersOf(rows);
  return rows.map((row) => {
    if (row.isDeleted) return toDeletedRowV1(row);
    const shown = {
      department: references.department(row.departmentId),
      jobProfile: references.jobProfile(row.jobProfileId),
      manager: manager.get(row.managerId ?? ''),
    };
    const changedAt = newest(row.updatedAt, ...Object.values(shown).map((reference) => reference?.updatedAt));
    return toEmployeeV1(row, { ...shown, changedAt });
  });
}

/** Returns the filters for rows that changed, or that show a name that changed. */
export async function changedSince(since: Date): Promise<object[]> {
  const changed = { updatedAt: { $gte: since } };
  const changedOrGone = { ...changed, ...DELETED_TOO };
  const [departments, jobProfiles, managers] = await Promise.all([
    DepartmentModel.distinct('_id', changedOrGone),
    JobProfileModel.distinct('_id', changedOrGone),
    EmployeeModel.distinct('_id', changedOrGone),
  ]);
  return [
    changed,
    { departmentId: { $in: departments } },
    { jobProfileId: { $in: jobProfiles } },
    { managerId: { $in: managers } },
  ];
}

async function managersOf(rows: readonly ShownEmployee[]): Promise<Map<string, Reference>> {
  const ids = [...new Set(rows.flatMap(({ managerId }) => managerId ?? []))];
  if (ids.length === 0) return new Map();
  const managers = await pickRows(
    EmployeeModel.find({ _id: { $in: ids }, ...DELETED_TOO }),
    'fullName',
    'updatedAt',
    'isDeleted',
  );
  return new Map(
    managers.map(({ _id, fullName, updatedAt, isDeleted }) => [_id, { name: isDeleted ? null : fullName, updatedAt }]),
  );
}

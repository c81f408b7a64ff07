import { listRows } from '../../shared/db/list';
import { pickRows } from '../../shared/db/pick';
import { namesById } from '../../shared/db/references';
import { searchFilter } from '../../shared/db/search';
import { type Department, DepartmentModel } from '../../shared/framework/department.model';
import { notFound } from '../../shared/kernel/errors';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';
import { buildTree } from '../../shared/people/hierarchy.rules';
import type { PageRequest } from '../http/pagination';
import {
  type DepartmentNode,
  type DepartmentView,
  type Option,
  toDepartmentNode,
  toDepartmentView,
} from './departments.dto';
import { readHeadcount } from './headcount.store';

/** Returns one page of departments by name. */
export async function listDepartments(
  search: string | undefined,
  page: PageRequest,
): Promise<{ items: DepartmentView[]; totalCount: number }> {
  const { rows, totalCount } = await listRows(DepartmentModel, searchFilter(search), { searchText: 1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** Throws NOT_FOUND. */
export async function getDepartment(id: string): Promise<DepartmentView> {
  const row = await DepartmentModel.findById(id).lean<Department>();
  if (!row) throw notFound();
  const [view] = await toViews([row]);
  if (!view) throw notFound();
  return view;
}

/** Returns all departments by name, for dropdowns. */
export async function departmentOptions(): Promise<Option[]> {
  const rows = await pickRows(DepartmentModel.find().sort({ searchText: 1, _id: 1 }), 'name');
  return rows.map((row) => ({ id: row._id, name: row.name }));
}

/** Returns the tree of departments with their heads and the number of their present employees; three queries. */
export async function departmentTree(): Promise<DepartmentNode[]> {
  const [rows, groups] = await Promise.all([
    DepartmentModel.find().sort({ searchText: 1, _id: 1 }).lean<Department[]>(),
    readHeadcount(),
  ]);
  const employeesOf = new Map<string, number>();
  for (const { departmentId, status, count } of groups)
    if (departmentId !== null && status !== EmployeeStatus.Terminated)
      employeesOf.set(departmentId, (employeesOf.get(departmentId) ?? 0) + count);
  const manager = await namesById(
    EmployeeModel,
    rows.map((row) => row.managerId),
    'fullName',
  );
  return buildTree(
    rows.map(({ _id, ...row }) => ({ id: _id, ...row })),
    employeesOf,
  ).map((node) => toDepartmentNode(node, manager));
}

async function toViews(rows: readonly Department[]): Promise<DepartmentView[]> {
  const [department, employee] = await Promise.all([
    namesById(
      DepartmentModel,
      rows.map((row) => row.parentId),
      'name',
    ),
    namesById(
      EmployeeModel,
      rows.map((row) => row.managerId),
      'fullName',
    ),
  ]);
  return rows.map((row) => toDepartmentView(row, { department, employee }));
}

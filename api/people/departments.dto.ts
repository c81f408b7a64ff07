import type { Department } from '../../shared/framework/department.model';
import type { TreeNode } from '../../shared/people/hierarchy.rules';
import { resourceFields } from '../http/resource-fields';
import type { Code, Id, ResourceFields, ShortText } from '../http/types';

/** A department. */
export interface DepartmentView extends ResourceFields {
  /** @example "Engineering" */
  name: string;
  /** @example "ENG" */
  code: string | null;
  parentId: Id | null;
  /** Name of the parent department. */
  parent: string | null;
  managerId: Id | null;
  /** Full name of the department head. */
  manager: string | null;
}

/** A department with its subdepartments. */
export interface DepartmentNode {
  id: Id;
  name: string;
  code: string | null;
  managerId: Id | null;
  /** Full name of the department head. */
  manager: string | null;
  /** Employees of this department itself who are not Terminated. */
  employeeCount: number;
  /** The same including all subdepartments. */
  totalEmployeeCount: number;
  children: DepartmentNode[];
}

/** An option for dropdowns. */
export interface Option {
  id: Id;
  name: string;
}

export interface CreateDepartment extends UpdateDepartment {
  id?: Id;
  name: ShortText;
}

export interface UpdateDepartment {
  name?: ShortText;
  code?: Code | null;
  parentId?: Id | null;
  managerId?: Id | null;
}

/** The names for a page of departments. */
export interface DepartmentNames {
  department(id: string | null): string | null;
  employee(id: string | null): string | null;
}

export function toDepartmentView(row: Department, names: DepartmentNames): DepartmentView {
  return {
    ...resourceFields(row),
    name: row.name,
    code: row.code,
    parentId: row.parentId,
    parent: names.department(row.parentId),
    managerId: row.managerId,
    manager: names.employee(row.managerId),
  };
}

export function toDepartmentNode(
  node: TreeNode<Omit<Department, '_id'> & { id: string }>,
  manager: (id: string | null) => string | null,
): DepartmentNode {
  const { id, name, code, managerId } = node.row;
  const { employeeCount, totalEmployeeCount } = node;
  return {
    id,
    name,
    code,
    managerId,
    manager: manager(managerId),
    employeeCount,
    totalEmployeeCount,
    children: node.children.map((child) => toDepartmentNode(child, manager)),
  };
}

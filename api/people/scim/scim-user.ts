import { toInstant } from '../../../shared/kernel/clock';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import type { Employee } from '../../../shared/people/employee.model';
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from './scim-schemas';

/** An employee as SCIM shows it (RFC 7643, sections 4.1 and 4.3); attributes without a value are omitted. */
export interface ScimUser {
  schemas: string[];
  id: string;
  externalId?: string;
  userName: string;
  name: { formatted: string; givenName: string; familyName: string };
  displayName: string;
  active: boolean;
  emails: { value: string; type: 'work'; primary: true }[];
  title?: string;
  [ENTERPRISE_SCHEMA]?: {
    employeeNumber?: string;
    department?: string;
    manager?: { value: string; $ref: string; displayName?: string };
  };
  meta: { resourceType: 'User'; created: string; lastModified: string; location: string; version: string };
}

type NameOf = (id: string | null) => string | null;

/** The names that an employee's attributes need, and the address of `/scim/v2`. */
export interface ScimReferences {
  department: NameOf;
  manager: NameOf;
  jobProfile: NameOf;
  root: string;
}

/** Returns the identifier of an employee: the one that the identity provider set, otherwise the email. */
export const userNameOf = ({ userName, email }: Pick<Employee, 'userName' | 'email'>): string => userName ?? email;

/** Returns an employee as SCIM shows it. */
export function toScimUser(row: Employee, { department, manager, jobProfile, root }: ScimReferences): ScimUser {
  const title = jobProfile(row.jobProfileId);
  const departmentName = department(row.departmentId);
  const managerName = manager(row.managerId);
  const enterprise = {
    ...(row.employeeCode === null ? {} : { employeeNumber: row.employeeCode }),
    ...(departmentName === null ? {} : { department: departmentName }),
    ...(row.managerId === null
      ? {}
      : {
          manager: {
            value: row.managerId,
            $ref: `${root}/Users/${row.managerId}`,
            ...(managerName === null ? {} : { displayName: managerName }),
          },
        }),
  };
  const hasEnterprise = Object.keys(enterprise).length > 0;
  return {
    schemas: hasEnterprise ? [USER_SCHEMA, ENTERPRISE_SCHEMA] : [USER_SCHEMA],
    id: row._id,
    ...(row.externalId ? { externalId: row.externalId } : {}),
    userName: userNameOf(row),
    name: { formatted: row.fullName, givenName: row.firstName, familyName: row.lastName },
    displayName: row.fullName,
    active: row.status !== EmployeeStatus.Terminated,
    emails: [{ value: row.email, type: 'work', primary: true }],
    ...(title === null ? {} : { title }),
    ...(hasEnterprise ? { [ENTERPRISE_SCHEMA]: enterprise } : {}),
    meta: {
      resourceType: 'User',
      created: toInstant(row.createdAt),
      lastModified: toInstant(row.updatedAt),
      location: `${root}/Users/${row._id}`,
      version: `W/"${row.revision}"`,
    },
  };
}

/**
 * Selects attributes of a user (RFC 7644, section 3.9): those in `attributes`, or all but `excluded`, ignoring case;
 * also sub-attributes such as `name.givenName`. `id` and `schemas` are always returned.
 */
export function selectAttributes(user: ScimUser, attributes: readonly string[], excluded: readonly string[]): object {
  if (attributes.length === 0 && excluded.length === 0) return user;
  const short = (names: readonly string[]) =>
    names.map((name) => name.toLowerCase().replace(`${USER_SCHEMA.toLowerCase()}:`, ''));
  const [asked, left] = [short(attributes), short(excluded)];
  const isSelected = (path: string): boolean =>
    asked.length > 0 ? asked.includes(path.toLowerCase()) : !left.includes(path.toLowerCase());
  const members = Object.entries(user).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    if (name === 'id' || name === 'schemas') return [[name, value]];
    if (asked.length > 0 && isSelected(name)) return [[name, value]];
    if (!isSelected(name) && asked.length === 0) return [];
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return asked.length > 0 ? [] : [[name, value]];
    const separator = name === ENTERPRISE_SCHEMA ? ':' : '.';
    const parts = Object.entries(value).filter(([part]) => isSelected(`${name}${separator}${part}`));
    return parts.length > 0 ? [[name, Object.fromEntries(parts)]] : [];
  });
  return Object.fromEntries(members);
}

import { pickRow, pickRows } from '../../../shared/db/pick';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { tenantId } from '../../../shared/kernel/context';
import { isEmail } from '../../../shared/kernel/email';
import { AppError } from '../../../shared/kernel/errors';
import { derivedId, isId } from '../../../shared/kernel/ids';
import { foldName } from '../../../shared/kernel/name-index.rules';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { BriefCache } from '../../http/brief-cache';
import { createDepartment } from '../departments.service';

type IdsByName = ReadonlyMap<string, readonly string[]>;

/** Ids by name, cached because every provisioned user needs them and they seldom change. */
const departments = new BriefCache<IdsByName>();
const jobProfiles = new BriefCache<IdsByName>();

function byName(rows: readonly { _id: string; name: string }[]): IdsByName {
  const ids = new Map<string, string[]>();
  for (const { _id, name } of rows) ids.set(foldName(name), [...(ids.get(foldName(name)) ?? []), _id]);
  return ids;
}

/** What a name means for someone; `isAmbiguous` when several have it, none of which the person has: nothing is changed. */
export type Named = { id: string | null; isAmbiguous?: false } | { isAmbiguous: true };

function chosen(ids: readonly string[], present: string | null): Named {
  if (present !== null && ids.includes(present)) return { id: present };
  return ids.length > 1 ? { isAmbiguous: true } : { id: ids[0] ?? null };
}

async function departmentsByName(): Promise<IdsByName> {
  return departments.get(tenantId(), async () => byName(await pickRows(DepartmentModel.find(), 'name')));
}

/**
 * Finds the department with this name, ignoring case and accents, first the one that the person has; creates it when there is none.
 */
export async function departmentNamed(name: string, present: string | null): Promise<Named> {
  const found = (await departmentsByName()).get(foldName(name)) ?? [];
  return found.length > 0 ? chosen(found, present) : { id: await newDepartment(name) };
}

async function newDepartment(name: string): Promise<string> {
  // A concurrent request for the same department gets the same id, so its insertion fails and it finds this one.
  const id = derivedId('provisioned-department', tenantId(), foldName(name));
  try {
    return await createDepartment({ id, name });
  } catch (error) {
    if (!isTaken(error)) throw error;
    departments.clear();
    return (await departmentsByName()).get(foldName(name))?.[0] ?? (await createDepartment({ name }));
  } finally {
    departments.clear();
  }
}

const isTaken = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'CONFLICT') || (error as { code?: unknown } | null)?.code === 11_000;

/**
 * Finds the current job profile with this name, first the one that the person has, in whatever version; an unknown name is no profile.
 */
export async function jobProfileNamed(name: string, present: string | null): Promise<Named> {
  const profiles = await jobProfiles.get(tenantId(), async () =>
    byName(await pickRows(JobProfileModel.find({ isCurrent: true }), 'name')),
  );
  const own = present === null ? null : await pickRow(JobProfileModel.findById(present), 'name');
  if (own && foldName(own.name) === foldName(name)) return { id: own._id };
  return chosen(profiles.get(foldName(name)) ?? [], present);
}

/**
 * Who is meant by the manager of a user: an id of this service, or what else the identity provider knows people by; null for no one. One
 * query after the other: a transaction carries one command at a time.
 */
export async function managerNamed(value: string): Promise<Pick<Employee, '_id' | 'status'> | null> {
  const name = value.toLowerCase();
  for (const filter of [
    ...(isId(value) ? [{ _id: name }] : []),
    { externalId: value },
    { userName: name },
    ...(isEmail(name) ? [{ email: name }] : []),
    { employeeCode: value },
  ]) {
    const found = await pickRow(EmployeeModel.findOne(filter), 'status');
    if (found) return found;
  }
  return null;
}

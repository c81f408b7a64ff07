import { pickRow, pickRows } from '../../../shared/db/pick';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { tenantId } from '../../../shared/kernel/context';
import { isEmail } from '../../../shared/kernel/email';
import { AppError } from '../../../shared/kernel/errors';
import { derivedId, isId } from '../../../shared/kernel/ids';
import { foldName } from '../../../shared/kernel/name-index.rules';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { BriefCache } from '../../http/brief-cache';
import { createDepartment } from '../departments.service';

type IdsByName = ReadonlyMap<string, string>;

/** Ids by name, cached because every provisioned user needs them and they seldom change. */
const departments = new BriefCache<IdsByName>();
const jobProfiles = new BriefCache<IdsByName>();

const byName = (rows: readonly { _id: string; name: string }[]): IdsByName =>
  new Map(rows.map(({ _id, name }) => [foldName(name), _id]));

async function departmentsByName(): Promise<IdsByName> {
  return departments.get(tenantId(), async () => byName(await pickRows(DepartmentModel.find(), 'name')));
}

/** Returns the department with this name, ignoring case and accents; creates it when there is none. */
export async function departmentNamed(name: string): Promise<string> {
  const found = (await departmentsByName()).get(foldName(name));
  if (found !== undefined) return found;
  // A concurrent request for the same department gets the same id, so its insertion fails and it finds this one.
  const id = derivedId('provisioned-department', tenantId(), foldName(name));
  try {
    return await createDepartment({ id, name });
  } catch (error) {
    if (!isTaken(error)) throw error;
    departments.clear();
    return (await departmentsByName()).get(foldName(name)) ?? (await createDepartment({ name }));
  } finally {
    departments.clear();
  }
}

const isTaken = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'CONFLICT') || (error as { code?: unknown } | null)?.code === 11_000;

/** Returns the current job profile with this name; null when there is none. */
export async function jobProfileNamed(name: string): Promise<string | null> {
  const profiles = await jobProfiles.get(tenantId(), async () =>
    byName(await pickRows(JobProfileModel.find({ isCurrent: true }), 'name')),
  );
  return profiles.get(foldName(name)) ?? null;
}

/**
 * Who is meant by the manager of a user: an id of this service, or what else the identity provider knows people by; null for no one. One
 * query after the other: a transaction carries one command at a time.
 */
export async function managerNamed(value: string): Promise<string | null> {
  const name = value.toLowerCase();
  for (const filter of [
    ...(isId(value) ? [{ _id: name }] : []),
    { externalId: value },
    { userName: name },
    ...(isEmail(name) ? [{ email: name }] : []),
    { employeeCode: value },
  ]) {
    const found = await pickRow(EmployeeModel.findOne(filter), '_id');
    if (found) return found._id;
  }
  return null;
}

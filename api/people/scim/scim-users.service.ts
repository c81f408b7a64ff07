import { pickRows } from '../../../shared/db/pick';
import { isEmail, normalizeEmail } from '../../../shared/kernel/email';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel, type Provisioned } from '../../../shared/people/employee.model';
import type { CreateEmployee, UpdateEmployee } from '../employees/employees.dto';
import { createEmployee, deleteEmployee, updateEmployee } from '../employees/employees.service';
import type { ScimChanges } from './scim-changes';
import { invalidValue, ScimError } from './scim-error';
import { tieAwaiting } from './scim-managers.service';
import { departmentNamed, jobProfileNamed, managerNamed } from './scim-references';
import { userNameOf } from './scim-user';
import { idOfUserName } from './scim-users.queries';

/** Creates an employee from what an identity provider sends, and returns the id; throws as `createEmployee`, and ScimError. */
export async function createScimUser(changes: ScimChanges): Promise<string> {
  const { userName, externalId = null, active } = changes;
  if (userName === undefined) throw invalidValue('userName is required.');
  const identity = identityOf(userName, changes.email ?? userName);
  await assertFree(identity, null);
  const values: CreateEmployee & Provisioned = {
    ...namesOf(changes),
    ...identity,
    externalId,
    employeeCode: changes.employeeNumber ?? null,
    awaitedManager: null,
    ...(await placeOf(changes)),
  };
  const id = await createEmployee(values, active === false ? EmployeeStatus.Terminated : EmployeeStatus.Active);
  await tieAwaiting(id);
  return id;
}

/**
 * Changes an employee as a PUT or PATCH says: omitted attributes stay, and without a change nothing is written. `active: false` is
 * Terminated, true again a return. Throws as `updateEmployee`, and ScimError.
 */
export async function changeScimUser(id: string, changes: ScimChanges): Promise<void> {
  const row = await EmployeeModel.findById(id).lean<Employee>();
  if (!row) throw new ScimError(404, 'There is no such user.');
  const identity = changedIdentity(row, changes);
  if (identity) await assertFree(identity, id);
  const status = statusAfter(row.status, changes.active);
  const values: UpdateEmployee & Partial<Provisioned> = {
    ...(changes.givenName === undefined ? {} : { firstName: changes.givenName }),
    ...(changes.familyName === undefined ? {} : { lastName: changes.familyName }),
    ...identity,
    ...(changes.externalId === undefined ? {} : { externalId: changes.externalId }),
    ...(changes.employeeNumber === undefined ? {} : { employeeCode: changes.employeeNumber }),
    ...(status === row.status ? {} : { status }),
    ...(await placeOf(changes)),
  };
  if (Object.keys(values).length === 0) return;
  await updateEmployee(id, values);
  if (identity || changes.externalId || changes.employeeNumber) await tieAwaiting(id);
}

/** Soft-deletes an employee; throws as `deleteEmployee`, and ScimError 404. */
export async function deleteScimUser(id: string): Promise<void> {
  await deleteEmployee(id);
}

/** First and last name, out of `displayName` where they are missing. */
function namesOf({ givenName, familyName, displayName }: ScimChanges): { firstName: string; lastName: string } {
  const [first = '', ...others] = (displayName ?? '').split(/\s+/);
  const firstName = givenName ?? first;
  const lastName = familyName ?? others.join(' ');
  if (firstName === '' || lastName === '')
    throw invalidValue('name.givenName and name.familyName are required, or a displayName of two words.');
  return { firstName, lastName };
}

interface Identity {
  email: string;
  /** null: the same as the email. */
  userName: string | null;
}

function identityOf(userName: string, workEmail: string): Identity {
  const email = normalizeEmail(workEmail);
  if (!isEmail(email)) throw invalidValue('A work email is required where userName is not an email address.');
  const name = userName.toLowerCase();
  return { email, userName: name === email ? null : name };
}

/** Email and name after a change; null when both stay. An email that was the name follows it, unless it is sent too. */
function changedIdentity(row: Employee, { userName, email }: ScimChanges): Identity | null {
  if (userName === undefined && email === undefined) return null;
  const name = userName ?? userNameOf(row);
  const follows = email === null || (email === undefined && (row.userName ?? null) === null);
  const identity = identityOf(name, email ?? (follows ? name : row.email));
  const isSame = identity.email === row.email && identity.userName === (row.userName ?? null);
  return isSame ? null : identity;
}

async function assertFree({ email, userName }: Identity, self: string | null): Promise<void> {
  const owners = await Promise.all([
    idOfUserName(userName ?? email),
    pickRows(EmployeeModel.find({ email }).limit(1), '_id').then(([row]) => row?._id ?? null),
  ]);
  if (owners.some((owner) => owner !== null && owner !== self))
    throw new ScimError(409, 'Another user has this userName or email.', 'uniqueness');
}

/** Someone on leave is active and stays on leave. */
function statusAfter(status: EmployeeStatus, active: boolean | undefined): EmployeeStatus {
  if (active === false) return EmployeeStatus.Terminated;
  return active && status === EmployeeStatus.Terminated ? EmployeeStatus.Active : status;
}

/** Department, job profile and manager by their names; a manager who is unknown is awaited. */
async function placeOf({ department, title, manager }: ScimChanges): Promise<Partial<Provisioned> & Place> {
  const place: Partial<Provisioned> & Place = {};
  if (department !== undefined) place.departmentId = department === null ? null : await departmentNamed(department);
  if (title !== undefined) place.jobProfileId = title === null ? null : await jobProfileNamed(title);
  if (manager !== undefined) {
    place.managerId = manager === null ? null : await managerNamed(manager);
    place.awaitedManager = place.managerId === null ? (manager?.toLowerCase() ?? null) : null;
  }
  return place;
}

type Place = Pick<UpdateEmployee, 'departmentId' | 'jobProfileId' | 'managerId'>;

import { pickRow } from '../../../shared/db/pick';
import { isEmail, normalizeEmail } from '../../../shared/kernel/email';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel, type Provisioned } from '../../../shared/people/employee.model';
import { serializeEmployeeChanges } from '../../../shared/platform/plan-usage.store';
import type { UpdateEmployee } from '../employees/employees.dto';
import { createEmployee, deleteEmployee, inEmployeeTransaction, updateEmployee } from '../employees/employees.service';
import type { ScimChanges } from './scim-changes';
import { invalidValue, ScimError } from './scim-error';
import { linkPendingReports } from './scim-managers.service';
import { departmentNamed, jobProfileNamed, managerNamed, type Named } from './scim-references';
import { userNameOf } from './scim-user';
import { getScimEmployee } from './scim-users.queries';

/** An employee after a call, and what the list of the token's calls says of it; null: nothing was left out. */
export interface Provisioning {
  employee: Employee;
  detail: string | null;
}

/** Creates an employee from what an identity provider sends, and returns the row; throws as `createEmployee`, and ScimError. */
export async function createScimUser(changes: ScimChanges): Promise<Provisioning> {
  const { userName, externalId = null, active } = changes;
  if (userName === undefined) throw invalidValue('userName is required.');
  const identity = identityOf(userName, changes.email ?? userName);
  const status = active === false ? EmployeeStatus.Terminated : EmployeeStatus.Active;
  const names = namesOf(changes);
  await assertNotFoundAsOther(identity, null);
  const { place, detail } = await placeOf(changes, NOWHERE);
  const employee = await inEmployeeTransaction(async () => {
    if (status === EmployeeStatus.Terminated) await serializeEmployeeChanges(); // the others reserve
    const created = await createEmployee(
      {
        ...names,
        ...identity,
        externalId,
        employeeCode: changes.employeeNumber ?? null,
        awaitedManager: null,
        ...place,
        ...(await managerOf(changes, null)),
      },
      status,
    );
    await linkPendingReports(created);
    return created;
  });
  return { employee, detail };
}

/**
 * Changes an employee as a PUT or PATCH says, and returns the row: omitted attributes stay, and without a change nothing is written.
 * `active: false` is Terminated, true again a return. Throws as `updateEmployee`, and ScimError.
 */
export async function changeScimUser(id: string, changes: ScimChanges): Promise<Provisioning> {
  const row = await getScimEmployee(id);
  const identity = changedIdentity(row, changes);
  if (identity) await assertNotFoundAsOther(identity, row);
  const status = statusAfter(row.status, changes.active);
  const { place, detail } = await placeOf(changes, row);
  const values: UpdateEmployee & Partial<Provisioned> = {
    ...(changes.givenName === undefined ? {} : { firstName: changes.givenName }),
    ...(changes.familyName === undefined ? {} : { lastName: changes.familyName }),
    ...identity,
    ...(changes.externalId === undefined ? {} : { externalId: changes.externalId }),
    ...(changes.employeeNumber === undefined ? {} : { employeeCode: changes.employeeNumber }),
    ...(status === row.status ? {} : { status }),
    ...place,
  };
  const isRenamed = Boolean(identity ?? changes.externalId ?? changes.employeeNumber);
  const isBack = row.status === EmployeeStatus.Terminated && status !== row.status;
  if (Object.keys(values).length === 0 && changes.manager === undefined) return { employee: row, detail };
  const employee = await inEmployeeTransaction(async () => {
    if (isRenamed || isBack || changes.manager) await serializeEmployeeChanges();
    const changed = await updateEmployee(id, { ...values, ...(await managerOf(changes, row.managerId)) });
    if (isRenamed || isBack) await linkPendingReports(changed);
    return changed;
  });
  return { employee, detail };
}

/** Soft-deletes an employee; throws like `deleteEmployee`, and ScimError 404. */
export async function deleteScimUser(id: string): Promise<void> {
  await deleteEmployee(id);
}

/** Returns first and last name, from `displayName` if they are missing. */
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
  /** Null: equal to the email. */
  userName: string | null;
}

function identityOf(userName: string, workEmail: string): Identity {
  const email = normalizeEmail(workEmail);
  if (!isEmail(email)) throw invalidValue('A work email is required where userName is not an email address.');
  const name = userName.toLowerCase();
  return { email, userName: name === email ? null : name };
}

/**
 * Returns the new email and identifier; null when both are unchanged. An email that was the identifier changes with it,
 * unless it is sent too.
 */
function changedIdentity(row: Employee, { userName, email }: ScimChanges): Identity | null {
  if (userName === undefined && email === undefined) return null;
  const name = userName ?? userNameOf(row);
  const follows = email === null || (email === undefined && (row.userName ?? null) === null);
  const identity = identityOf(name, email ?? (follows ? name : row.email));
  const isSame = identity.email === row.email && identity.userName === (row.userName ?? null);
  return isSame ? null : identity;
}

/**
 * Refuses a `userName` that is the email by which someone without one is found, and the other way round; the database refuses the rest.
 * `self` is who has the identity now.
 */
async function assertNotFoundAsOther({ email, userName }: Identity, self: Employee | null): Promise<void> {
  if (userName !== null && userName === self?.userName) return;
  const query = userName === null ? { userName: email } : { email: userName, userName: null };
  const other = await pickRow(EmployeeModel.findOne(query), '_id');
  if (other && other._id !== self?._id)
    throw new ScimError(409, 'Another user has this userName or email.', 'uniqueness');
}

/** An employee who is OnLeave counts as active and remains OnLeave. */
function statusAfter(status: EmployeeStatus, active: boolean | undefined): EmployeeStatus {
  if (active === false) return EmployeeStatus.Terminated;
  return active && status === EmployeeStatus.Terminated ? EmployeeStatus.Active : status;
}

/** The place of someone who has none yet. */
const NOWHERE: Place = { departmentId: null, jobProfileId: null };

type Place = Pick<Employee, 'departmentId' | 'jobProfileId'>;

/** Department and job profile by their names; one that several have is left as it is, which `detail` says. */
async function placeOf(
  { department, title }: ScimChanges,
  present: Place,
): Promise<{ place: Partial<Place>; detail: string | null }> {
  const ofDepartment = department ? await departmentNamed(department, present.departmentId) : clearing(department);
  const ofTitle = title ? await jobProfileNamed(title, present.jobProfileId) : clearing(title);
  const ambiguous = [
    ...(ofDepartment?.isAmbiguous ? ['Several departments have the name in department.'] : []),
    ...(ofTitle?.isAmbiguous ? ['Several job profiles have the name in title.'] : []),
  ];
  return {
    place: {
      ...(ofDepartment && !ofDepartment.isAmbiguous ? { departmentId: ofDepartment.id } : {}),
      ...(ofTitle && !ofTitle.isAmbiguous ? { jobProfileId: ofTitle.id } : {}),
    },
    detail: ambiguous.length === 0 ? null : [...ambiguous, 'Nothing was changed there.'].join(' '),
  };
}

const clearing = (name: string | null | undefined): Named | null => (name === undefined ? null : { id: null });

/**
 * Returns the manager by a name; stores unknown names to link later. A manager who has left counts as unknown, except the current
 * one (`present`). Call it in the transaction that writes the employee, as `linkPendingReports`.
 */
async function managerOf(
  { manager }: ScimChanges,
  present: string | null,
): Promise<Pick<Employee, 'managerId' | 'awaitedManager'> | undefined> {
  if (manager === undefined) return undefined;
  const named = manager === null ? null : await managerNamed(manager);
  const mayManage = named !== null && (named.status !== EmployeeStatus.Terminated || named._id === present);
  const managerId = mayManage ? named._id : null;
  return { managerId, awaitedManager: managerId === null ? (manager?.toLowerCase() ?? null) : null };
}

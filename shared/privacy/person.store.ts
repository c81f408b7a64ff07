import { anyDeletion } from '../db/bulk';
import type { Link } from '../db/fields';
import { type Guest, GuestModel } from '../evaluation/guests/guest.model';
import { notFound } from '../kernel/errors';
import { type Employee, EmployeeModel } from '../people/employee.model';
import { type User, UserModel } from '../platform/accounts/user.model';

/** A person whose data is collected or erased: an employee with their accounts, an account alone, or a guest. */
export interface Person {
  employee: Employee | null;
  /** Earlier employee rows of a person who was deleted and hired again. */
  formerEntries: Employee[];
  /** Answers as an employee does; an erasure of guests is one of its own. */
  guest?: Guest;
  accounts: Pick<User, '_id' | 'email' | 'fullName' | 'avatarFileId' | 'roles'>[];
}

/** Returns an employee, even a deleted one, with the person's other rows and accounts; throws NOT_FOUND. */
export async function findPerson(employeeId: string): Promise<Person> {
  const employee = await EmployeeModel.findOne({ _id: employeeId, ...anyDeletion(EmployeeModel) }).lean<Employee>();
  if (!employee) throw notFound();
  const formerEntries = await findFormerEntries(employee);
  return { employee, formerEntries, accounts: await accountsOf([employee, ...formerEntries]) };
}

/** Returns an account without an employee as a person; throws NOT_FOUND. */
export async function findAccountHolder(userId: string): Promise<Person> {
  const account = await UserModel.findById(userId).select(ACCOUNT_FIELDS).lean<Person['accounts'][number]>();
  if (!account) throw notFound();
  return { employee: null, formerEntries: [], accounts: [account] };
}

/** Throws NOT_FOUND. */
export async function findGuestPerson(guestId: string): Promise<Person> {
  const guest = await GuestModel.findById(guestId).lean<Guest>();
  if (!guest) throw notFound();
  return { employee: null, formerEntries: [], accounts: [], guest };
}

const ACCOUNT_FIELDS = 'email fullName avatarFileId roles';

/** Finds accounts by email too, because deleting an employee unlinks the account. */
async function accountsOf(entries: readonly Employee[]): Promise<Person['accounts']> {
  const employeeId = { $in: entries.map(({ _id }) => _id) };
  const email = { $in: entries.map((entry) => entry.email) };
  return UserModel.find({ $or: [{ employeeId }, { email, employeeId: null, isActive: false }] })
    .select(ACCOUNT_FIELDS)
    .lean<Person['accounts']>();
}

/** Matches the rows of one person: the same email, or the same code and name. */
function samePerson({ _id, email, employeeCode, fullName }: Identity): object {
  const sameCode = employeeCode === null ? [] : [{ employeeCode, fullName }];
  return { _id: { $ne: _id }, $or: [{ email }, ...sameCode] };
}

type Identity = Pick<Employee, '_id' | 'email' | 'employeeCode' | 'fullName'>;

/** Returns the person's deleted and unerased employee rows, the oldest first. */
export async function findFormerEntries(employee: Identity): Promise<Employee[]> {
  return EmployeeModel.find({ ...samePerson(employee), isDeleted: true, erasedAt: null })
    .sort({ createdAt: 1, _id: 1 })
    .lean<Employee[]>();
}

/** Returns all employee rows of a person; empty for an account without an employee. */
export function entriesOf({ employee, formerEntries }: Pick<Person, 'employee' | 'formerEntries'>): Employee[] {
  return employee ? [employee, ...formerEntries] : [];
}

/** Returns the values of a link's field that identify the person. The id of an evaluator may be a guest's (ADR 74). */
export function idsOf(person: Person, { names }: Pick<Link, 'names'>): string[] {
  if (names === 'account') return person.accounts.map(({ _id }) => _id);
  const guest = person.guest ? [person.guest._id] : [];
  if (names === 'guest') return guest;
  if (names === 'employee') return [...entriesOf(person).map(({ _id }) => _id), ...guest];
  return [...new Set([...entriesOf(person), ...person.accounts].map(({ email }) => email))];
}

/** Returns the ids of a person's photos and avatars. */
export function imagesOf(person: Person): string[] {
  const photos = entriesOf(person).map(({ photoFileId }) => photoFileId);
  return [...photos, ...person.accounts.map(({ avatarFileId }) => avatarFileId)].filter((id) => typeof id === 'string');
}

/** Whether an existing employee is the same person or has the same email. */
export async function isBack(employee: Identity): Promise<boolean> {
  return (await EmployeeModel.exists(samePerson(employee))) !== null;
}

/** Adds accounts that an interrupted erasure has already deleted. */
export function withAccounts(person: Person, accountIds: readonly string[]): Person {
  const present = new Set(person.accounts.map(({ _id }) => _id));
  const gone = accountIds.filter((id) => !present.has(id));
  const accounts = gone.map((_id) => ({ _id, email: '', fullName: '', avatarFileId: null, roles: [] }));
  return { ...person, accounts: [...person.accounts, ...accounts] };
}

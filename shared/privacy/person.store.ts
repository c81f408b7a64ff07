import { anyDeletion } from '../db/bulk';
import { notFound } from '../kernel/errors';
import { type Employee, EmployeeModel } from '../people/employee.model';
import { type User, UserModel } from '../platform/accounts/user.model';
import type { Link } from './personal-data';

/** Someone whose data is collected or erased: an employee with the accounts, or an account alone. */
export interface Person {
  employee: Employee | null;
  /** Deleted entries of the same person, who was deleted and hired again. */
  formerEntries: Employee[];
  accounts: Pick<User, '_id' | 'email' | 'fullName' | 'avatarFileId' | 'roles'>[];
}

/** An employee, deleted ones too, with the other entries and the accounts of the same person; throws NOT_FOUND. */
export async function findPerson(employeeId: string): Promise<Person> {
  const employee = await EmployeeModel.findOne({ _id: employeeId, ...anyDeletion(EmployeeModel) }).lean<Employee>();
  if (!employee) throw notFound();
  const formerEntries = await findFormerEntries(employee);
  return { employee, formerEntries, accounts: await accountsOf([employee, ...formerEntries]) };
}

/** An account that belongs to no employee; throws NOT_FOUND. */
export async function findAccountHolder(userId: string): Promise<Person> {
  const account = await UserModel.findById(userId).select(ACCOUNT_FIELDS).lean<Person['accounts'][number]>();
  if (!account) throw notFound();
  return { employee: null, formerEntries: [], accounts: [account] };
}

const ACCOUNT_FIELDS = 'email fullName avatarFileId roles';

/** Deleting an employee separates the account, which then still has the email. */
async function accountsOf(entries: readonly Employee[]): Promise<Person['accounts']> {
  const employeeId = { $in: entries.map(({ _id }) => _id) };
  const email = { $in: entries.map((entry) => entry.email) };
  return UserModel.find({ $or: [{ employeeId }, { email, employeeId: null, isActive: false }] })
    .select(ACCOUNT_FIELDS)
    .lean<Person['accounts']>();
}

/** What the entries of one person share: the email, or the code together with the name. */
function samePerson({ _id, email, employeeCode, fullName }: Identity): object {
  const sameCode = employeeCode === null ? [] : [{ employeeCode, fullName }];
  return { _id: { $ne: _id }, $or: [{ email }, ...sameCode] };
}

type Identity = Pick<Employee, '_id' | 'email' | 'employeeCode' | 'fullName'>;

/** The deleted entries of the same person that are not erased, the oldest first. */
export async function findFormerEntries(employee: Identity): Promise<Employee[]> {
  return EmployeeModel.find({ ...samePerson(employee), isDeleted: true, erasedAt: null })
    .sort({ createdAt: 1, _id: 1 })
    .lean<Employee[]>();
}

/** All entries of a person; none for an account without an employee. */
export function entriesOf({ employee, formerEntries }: Pick<Person, 'employee' | 'formerEntries'>): Employee[] {
  return employee ? [employee, ...formerEntries] : [];
}

/** The values of a link's field that lead to the person. */
export function idsOf(person: Person, { names }: Pick<Link, 'names'>): string[] {
  if (names === 'account') return person.accounts.map(({ _id }) => _id);
  if (names === 'employee') return entriesOf(person).map(({ _id }) => _id);
  return [...new Set([...entriesOf(person), ...person.accounts].map(({ email }) => email))];
}

/** Ids of the photos and avatars of a person. */
export function picturesOf(person: Person): string[] {
  const photos = entriesOf(person).map(({ photoFileId }) => photoFileId);
  return [...photos, ...person.accounts.map(({ avatarFileId }) => avatarFileId)].filter((id) => typeof id === 'string');
}

/** Whether another employee who is present is the same person, or someone else who has the email. */
export async function isBack(employee: Identity): Promise<boolean> {
  return (await EmployeeModel.exists(samePerson(employee))) !== null;
}

/** The person with accounts that an earlier, broken off erasure has deleted already. */
export function withAccounts(person: Person, accountIds: readonly string[]): Person {
  const present = new Set(person.accounts.map(({ _id }) => _id));
  const gone = accountIds.filter((id) => !present.has(id));
  const accounts = gone.map((_id) => ({ _id, email: '', fullName: '', avatarFileId: null, roles: [] }));
  return { ...person, accounts: [...person.accounts, ...accounts] };
}

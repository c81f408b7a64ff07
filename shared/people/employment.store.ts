import { followEmployments, followIdentities } from '../evaluation/participants/presence.store';
import { now } from '../kernel/clock';
import { AppError, invalid } from '../kernel/errors';
import { refusal } from '../kernel/refusals/refusal';
import { type AccountEmail, changeAccountEmails, emailTaken } from '../platform/accounts/account-email.store';
import { isProvisioning, mayEnd, mayTakeOver, outranked } from '../platform/accounts/account-rank';
import { linkAccounts } from '../platform/accounts/employee-account.store';
import { closeLeaverAccounts, type LeaverAccount } from '../platform/accounts/leaver-account.store';
import { type User, UserModel } from '../platform/accounts/user.model';
import { auditChanges } from '../platform/audit/audit-chain';
import { AuditEntity } from '../platform/audit/audit-events';
import { personOfChange } from '../platform/audit/audit-privacy.rules';
import { recordAudit } from '../platform/audit/audit.store';
import { personKeys } from '../platform/person-keys.store';
import { planIsFull, releaseEmployees, reserveEmployees, serializeEmployeeChanges } from '../platform/plan-usage.store';
import { EmployeeStatus } from './employee-status';
import type { Employee } from './employee.model';

export interface EmployeeChange {
  before: Employee;
  after: Employee;
}

/** What decides whether a change is refused. */
type Judged = Pick<Employee, '_id' | 'email' | 'status' | 'isDeleted'>;

interface JudgedChange {
  before: Judged;
  after: Judged;
}

/** Receives the refusal of one employee's change. */
export type RefuseChange = (id: string, why: AppError) => void;

/** Fields of employees whose changes the audit log has. */
export const AUDITED_FIELDS = [
  'employeeCode',
  'firstName',
  'lastName',
  'email',
  'departmentId',
  'managerId',
  'jobProfileId',
  'hireDate',
  'externalId',
  'userName',
] as const;

/** Those whose values the key of the person encrypts. */
const PERSONAL_FIELDS = ([...AUDITED_FIELDS, 'terminationDate'] as const).filter(
  (field) =>
    personOfChange({ entityType: AuditEntity.Employee, entityId: null, actorId: null, tenantId: '' }, field) !== null,
);

/** The accounts that changes of employees concern. */
interface Accounts {
  /** By employee. */
  own: ReadonlyMap<string, User>;
  moves: AccountEmail[];
}

/** The change of an account that a change of an employee caused. */
interface AccountChange {
  before: User;
  after: Pick<User, 'isActive' | 'email' | 'employeeId'>;
}

/**
 * Refuses what the context's user must not change of employees, without writing: an email that decides how an account above them is
 * signed in to (FORBIDDEN) or that another account has (VALIDATION on `email`), and the leaving of a TenantAdmin by HR (FORBIDDEN).
 */
export async function refuseChanges(changes: readonly JudgedChange[], refuse: RefuseChange): Promise<void> {
  await accountsOf(changes, refuse);
}

/**
 * Applies what follows from changes of employees, in the transaction that writes them: to the quota, the accounts, the evaluations
 * about and by them, and the audit log. The number of queries does not depend on that of the employees. `refuse` also receives
 * PLAN_LIMIT_EMPLOYEES and CONFLICT when the last active TenantAdmin leaves; refused employees have no consequences and must not be
 * written. Returns the number of changed accounts, whose sessions this process may remember.
 */
export async function applyChanges(changes: readonly EmployeeChange[], refuse: RefuseChange): Promise<number> {
  const refused = new Set<string>();
  const leaveOut: RefuseChange = (id, why) => {
    refused.add(id);
    refuse(id, why);
  };
  const open = (): EmployeeChange[] => changes.filter(({ after }) => !refused.has(after._id));
  const { own, moves } = await accountsOf(changes, leaveOut);
  const closed = await applyStatuses(open(), own, leaveOut);
  const moved = moves.filter(({ account }) => !refused.has(account.employeeId ?? ''));
  await changeAccountEmails(moved);
  await followIdentities(open());
  // Together, not one with each entry.
  await personKeys([
    ...open().flatMap((change) => (isPersonal(change) ? [change.after._id] : [])),
    ...moved.map(({ account }) => account._id),
  ]);
  for (const change of open()) await recordChange(change);
  const accounts = [
    ...moved.map(({ account, email }) => ({ before: account, after: { ...account, email } })),
    ...closed,
  ];
  for (const account of accounts) await recordAccountChange(account);
  const renamed = open().filter(({ before, after }) => before.email !== after.email && !own.has(after._id));
  return accounts.length + (await linkAccountsByEmail(renamed.map(({ after }) => after)));
}

/**
 * Links employees who are new or have a new email, and have no account, to the unlinked accounts with their emails, unless a role
 * forbids that to the context's user. Call it in the transaction that writes the employees; returns the number of accounts.
 */
export async function linkAccountsByEmail(employees: readonly Employee[]): Promise<number> {
  const present = employees.filter(({ status }) => status !== EmployeeStatus.Terminated);
  return present.length === 0 ? 0 : linkAccounts(present);
}

/** Sets the termination date, which only a Terminated employee has; defaults to today. */
export function setTermination(row: Employee, given: string | null | undefined): void {
  if (row.status !== EmployeeStatus.Terminated) {
    if (given) throw invalid({ field: 'terminationDate', ...refusal('MUST_BE_OMITTED_UNLESS_EMPLOYEE_TERMINATED') });
    row.terminationDate = null;
    return;
  }
  row.terminationDate ??= now().toISOString().slice(0, 10);
  if (given && row.hireDate !== null && given < row.hireDate)
    throw invalid({ field: 'terminationDate', ...refusal('MUST_NOT_BE_BEFORE_HIRE_DATE') });
}

/** Reads the accounts of employees who leave or get a new email, and refuses those who must not. */
async function accountsOf(changes: readonly JudgedChange[], refuse: RefuseChange): Promise<Accounts> {
  const leavers = new Set(changes.filter(leaves).map(({ after }) => after._id));
  const renamed = changes.filter(({ before, after }) => before.email !== after.email);
  const ids = [...leavers, ...renamed.map(({ after }) => after._id)];
  if (ids.length === 0) return { own: new Map(), moves: [] };
  const theirs = await UserModel.find({ employeeId: { $in: ids } }).lean<User[]>();
  const emails = renamed.map(({ after }) => after.email);
  const named = emails.length === 0 ? [] : await UserModel.find({ email: { $in: emails } }).lean<User[]>();
  const own = new Map(theirs.map((account) => [account.employeeId ?? '', account]));
  const byEmail = new Map(named.map((account) => [account.email, account]));
  for (const [id, account] of own) if (leavers.has(id) && !mayEnd(account)) refuse(id, outranked());
  const moves = renamed.flatMap((change) => {
    const account = own.get(change.after._id);
    const other = byEmail.get(change.after.email);
    const problem = emailProblem(change, account, other);
    if (problem instanceof AppError) refuse(change.after._id, problem);
    return account && problem === 'moves' ? [{ account, email: change.after.email }] : [];
  });
  return { own, moves };
}

/** Whether the account gets the employee's new email, which it does if it had the old one, or why neither may get it. */
function emailProblem(
  { before, after }: JudgedChange,
  account: User | undefined,
  other: User | undefined,
): AppError | 'moves' | 'stays' {
  const judged = account ?? (other?.employeeId === null ? other : undefined);
  if (judged && !mayTakeOver(judged)) return isProvisioning() ? 'stays' : outranked();
  if (account?.email !== before.email) return 'stays';
  return other && other._id !== account._id && other.email === after.email ? emailTaken() : 'moves';
}

const leaves = ({ before, after }: JudgedChange): boolean =>
  hasNewStatus({ before, after }) && (after.status === EmployeeStatus.Terminated || after.isDeleted);

const hasNewStatus = ({ before, after }: JudgedChange): boolean =>
  before.status !== after.status || before.isDeleted !== after.isDeleted;

/** Applies new statuses and deletions to accounts, quota and evaluations; returns the changes of accounts. */
async function applyStatuses(
  changes: readonly EmployeeChange[],
  accountOf: ReadonlyMap<string, User>,
  refuse: RefuseChange,
): Promise<AccountChange[]> {
  let open = changes.filter(hasNewStatus);
  if (open.length === 0) return [];
  await serializeEmployeeChanges(); // conflicts with concurrent changes of evaluators
  const leave = (id: string, why: AppError): void => {
    refuse(id, why);
    open = open.filter(({ after }) => after._id !== id);
  };
  const leavers = open.filter(leaves).flatMap(({ after }): LeaverAccount[] => {
    const account = accountOf.get(after._id);
    return account ? [{ account, isUnlinked: after.isDeleted }] : [];
  });
  const closed = await closeLeaverAccounts(leavers, ({ account }, why) => leave(account.employeeId ?? '', why));
  const leaving = open.filter(({ before, after }) => countsForPlan(before) && !countsForPlan(after));
  if (leaving.length > 0) await releaseEmployees(leaving.length);
  const joining = open.filter(({ before, after }) => countsForPlan(after) && !countsForPlan(before));
  const granted = joining.length === 0 ? 0 : await reserveEmployees(joining.length);
  for (const { after } of joining.slice(granted)) leave(after._id, planIsFull());
  await followEmployments(open.map(({ after }) => after));
  return closed.map(({ account, isUnlinked }) => ({
    before: account,
    after: { isActive: false, email: account.email, employeeId: isUnlinked ? null : account.employeeId },
  }));
}

function countsForPlan({ status, isDeleted }: Employee): boolean {
  return status === EmployeeStatus.Active && !isDeleted;
}

const isPersonal = ({ before, after }: EmployeeChange): boolean =>
  PERSONAL_FIELDS.some((field) => before[field] !== after[field]);

async function recordChange({ before, after }: EmployeeChange): Promise<void> {
  const about = { entityType: AuditEntity.Employee, entityId: after._id };
  const changes = auditChanges(before, after, AUDITED_FIELDS);
  if (changes.length > 0) await recordAudit('employee.updated', { ...about, changes });
  if (before.status === after.status) return;
  const status = auditChanges(before, after, ['status', 'terminationDate']);
  await recordAudit('employee.status-changed', { ...about, changes: status });
}

async function recordAccountChange({ before, after }: AccountChange): Promise<void> {
  const about = { entityType: AuditEntity.User, entityId: before._id };
  const changes = auditChanges<Partial<User>>(before, after, ['email', 'employeeId']);
  if (changes.length > 0) await recordAudit('user.updated', { ...about, changes });
  if (before.isActive && !after.isActive) await recordAudit('user.deactivated', about);
}

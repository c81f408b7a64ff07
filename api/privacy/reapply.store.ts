import { anyDeletion } from '../../shared/db/bulk';
import { inTransaction } from '../../shared/db/transaction';
import { asSystem, runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { destroyKeys } from '../../shared/platform/person-keys.store';
import { emptyEmployee, recordErasure } from '../../shared/privacy/erased-employee.store';
import { type Erasure, ErasureModel } from '../../shared/privacy/erasure.model';
import { eraseAround } from '../../shared/privacy/erasure.store';
import { eraseGuest } from '../../shared/privacy/guest-erasure.store';
import { namesOf } from '../../shared/privacy/mention.rules';
import { entriesOf, findPerson, withAccounts } from '../../shared/privacy/person.store';

export type LedgerEntry = Pick<Erasure, '_id' | 'tenantId' | 'requestId' | 'accountIds' | 'redactions'> & {
  erasedAt: string;
};

/** Returns the completed erasures of all organizations, for a copy that survives a restore. */
export async function readLedger(): Promise<LedgerEntry[]> {
  const rows = await asSystem('the operator copies the ledger of erasures of every tenant', async () =>
    ErasureModel.find({ erasedAt: { $ne: null } })
      .sort({ erasedAt: 1 })
      .lean<Erasure[]>(),
  );
  return rows.flatMap(({ _id, tenantId, requestId, accountIds, redactions, erasedAt }) =>
    erasedAt ? [{ _id, tenantId, requestId, accountIds, redactions, erasedAt: erasedAt.toISOString() }] : [],
  );
}

/** Parses an exported ledger: one JSON object a line. */
export function parseLedger(text: string): LedgerEntry[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as LedgerEntry);
}

/**
 * Repeats the erasures of the ledger after an old backup was restored; returns the number of restored persons. Safe to repeat.
 */
export async function reapplyErasures(ledger: readonly LedgerEntry[]): Promise<number> {
  let erased = 0;
  for (const entry of ledger)
    erased += await runInContext({ requestId: newId(), tenantId: entry.tenantId, actor: null }, () => reapply(entry));
  return erased;
}

async function reapply(entry: LedgerEntry): Promise<number> {
  const { _id, requestId, accountIds, redactions, erasedAt } = entry;
  const employee = await EmployeeModel.findOne({ _id, ...anyDeletion(EmployeeModel) }).lean<Employee>();
  if (!employee) {
    await destroyKeys(accountIds);
    return Number(await eraseGuest(_id));
  }
  const person = withAccounts(await findPerson(_id), accountIds);
  const values = { requestId, accountIds, redactions, erasedAt: new Date(erasedAt) };
  await inTransaction(() => recordErasure([_id], values));
  await eraseAround(person, employee.erasedAt ? null : namesOf(entriesOf(person), person.accounts), {
    redactions,
    erasedAt: values.erasedAt,
    write: (change) => inTransaction(change),
    progress: async () => {},
  });
  if (employee.erasedAt) return 0;
  await inTransaction(() => emptyEmployee({ ...employee, erasedAt: values.erasedAt }));
  return 1;
}

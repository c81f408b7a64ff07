import { rowsOf } from '../../db/collection';
import { pickRows } from '../../db/pick';
import { currentSession, gatherUntilCommit, inTransaction } from '../../db/transaction';
import { asSystem, runInContext, tenantId } from '../../kernel/context';
import { newId } from '../../kernel/ids';
import { type Sum, SumModel, type SumValues } from './sum.model';

/*
 * Stored figures (docs/adr/0026): a figure is the sum of rows. A change adds a row with the difference in its own
 * transaction and updates no existing row, so that concurrent changes never wait for each other.
 */

const GATHERED = Symbol('sums');

interface Entry {
  tenantId: string;
  account: string;
  part: string;
  values: Map<string, number>;
}

/**
 * Adds these differences to the figures of a part of an account of the tenant, within the running transaction. Throws
 * outside one.
 */
export function addToSum(account: string, part: string, values: SumValues): void {
  const entries = gatherUntilCommit(GATHERED, () => new Map<string, Entry>(), insertEntries);
  const key = [tenantId(), account, part].join('\0');
  const entry = entries.get(key) ?? { tenantId: tenantId(), account, part, values: new Map<string, number>() };
  entries.set(key, entry);
  for (const [name, difference] of Object.entries(values))
    entry.values.set(name, (entry.values.get(name) ?? 0) + difference);
}

async function insertEntries(entries: ReadonlyMap<string, Entry>): Promise<void> {
  const rows = [...entries.values()].flatMap(({ values, ...entry }) => {
    const differences = [...values].filter(([, difference]) => difference !== 0);
    return differences.length === 0 ? [] : [sumRow({ ...entry, values: Object.fromEntries(differences) }, false)];
  });
  const session = currentSession();
  // Through the driver: rows have their own time, and one transaction may add to several tenants.
  if (rows.length > 0) await rowsOf(SumModel).insertMany(rows, { ...(session ? { session } : {}) });
}

/** Rows have no time: it would reveal when an employee answered an anonymous survey. */
const NO_TIME = new Date(0);

function sumRow(entry: { tenantId: string; account: string; part: string; values: SumValues }, isMerged: boolean): Sum {
  return { _id: newId(), ...entry, isMerged, revision: 0, createdAt: NO_TIME, updatedAt: NO_TIME };
}

export interface SumGroup<N extends string> {
  account: string;
  part: string;
  values: Record<N, number>;
}

/** A row that is merged during the read must be counted once. A transaction reads a snapshot anyway. */
const AT_ONE_MOMENT = { readConcern: { level: 'snapshot' } } as const;

/** Groups in one reply; an account seldom has more parts. */
const GROUPS_AT_ONCE = 5_000;

/**
 * Returns these figures of accounts of the tenant, summed by the database in one query: with `parts` one group for each
 * part of an account, else one for each account; with `part` only of this part. Accounts without rows are omitted.
 */
export async function readSums<N extends string>(
  accounts: readonly string[],
  names: readonly N[],
  { parts = false, part }: { parts?: boolean; part?: string } = {},
): Promise<SumGroup<N>[]> {
  if (accounts.length === 0) return [];
  type Group = Record<N, number> & { _id: { account: string; part?: string } };
  const sums = Object.fromEntries(names.map((name) => [name, { $sum: `$values.${name}` }]));
  const groups = await SumModel.aggregate<Group>([
    { $match: { account: { $in: [...accounts] }, ...(part === undefined ? {} : { part }) } },
    { $group: { _id: { account: '$account', ...(parts ? { part: '$part' } : {}) }, ...sums } },
  ]).option({ batchSize: GROUPS_AT_ONCE, ...(currentSession() ? {} : AT_ONE_MOMENT) });
  return groups.map(({ _id, ...values }) => ({
    account: _id.account,
    part: _id.part ?? '',
    values: Object.fromEntries(names.map((name) => [name, (values as Record<string, number>)[name] ?? 0])) as Record<
      N,
      number
    >,
  }));
}

/** Rows of one merge. */
const ROWS_AT_ONCE = 2_000;
/** Added rows from which one run of the periodic task collects accounts. */
const FOUND_AT_ONCE = 5_000;

/**
 * Merges the added rows into one for each part, so that reading stays fast; the sums do not change. Returns the number
 * of merged rows.
 */
export async function mergeSums(): Promise<number> {
  const added = await asSystem('rows of figures of every tenant are merged', async () =>
    pickRows(SumModel.find({ isMerged: false }).limit(FOUND_AT_ONCE), 'tenantId', 'account'),
  );
  const accounts = new Map(added.map((row) => [`${row.tenantId} ${row.account}`, row]));
  let merged = 0;
  for (const { tenantId: tenant, account } of accounts.values())
    merged += await runInContext({ requestId: newId(), tenantId: tenant, actor: null }, () => mergeAccount(account));
  return merged;
}

/** Merges the rows of one account of the tenant; returns the number of merged rows. */
export async function mergeAccount(account: string): Promise<number> {
  let merged = 0;
  for (;;) {
    const taken = await inTransaction(() => mergeSome(account));
    merged += taken;
    if (taken < ROWS_AT_ONCE) return merged;
  }
}

/** Reads added rows and the merged rows of the same parts. */
async function mergeSome(account: string): Promise<number> {
  const added = await pickRows(SumModel.find({ account, isMerged: false }).limit(ROWS_AT_ONCE), 'part', 'values');
  if (added.length === 0) return 0;
  const parts = [...new Set(added.map(({ part }) => part))];
  const merged = await pickRows(SumModel.find({ account, isMerged: true, part: { $in: parts } }), 'part', 'values');
  const rows = [...added, ...merged];
  const removed = await SumModel.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
  if (removed.deletedCount !== rows.length) throw new Error('Rows of sums were merged twice.');
  const session = currentSession();
  const whole = [...addedUp(rows)].map(([part, sums]) =>
    sumRow({ tenantId: tenantId(), account, part, values: withoutZeros(sums) }, true),
  );
  await rowsOf(SumModel).insertMany(whole, { ...(session ? { session } : {}) });
  return added.length;
}

type SumRow = Pick<Sum, '_id' | 'part' | 'values'>;

function addedUp(rows: readonly SumRow[]): Map<string, Map<string, number>> {
  const parts = new Map<string, Map<string, number>>();
  for (const { part, values } of rows) {
    const sums = parts.get(part) ?? new Map<string, number>();
    parts.set(part, sums);
    for (const [name, value] of Object.entries(values)) sums.set(name, (sums.get(name) ?? 0) + value);
  }
  return parts;
}

function withoutZeros(sums: ReadonlyMap<string, number>): SumValues {
  return Object.fromEntries([...sums].filter(([, value]) => value !== 0));
}

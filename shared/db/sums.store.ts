import { asSystem, runInContext, tenantId } from '../kernel/context';
import { newId } from '../kernel/ids';
import { pickRows } from './pick';
import { type Sum, SumModel } from './sum.model';
import { SUMS, sumRow, type SumValues } from './sums';
import { currentSession, inTransaction } from './transaction';

/** The figures of one part of an account. */
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
  if (removed.deletedCount !== rows.length) throw new Error(`Rows of ${SUMS} were merged twice.`);
  const session = currentSession();
  const whole = [...addedUp(rows)].map(([part, sums]) =>
    sumRow({ tenantId: tenantId(), account, part, values: withoutZeros(sums) }, true),
  );
  await SumModel.collection.insertMany(whole, { ...(session ? { session } : {}) });
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

import mongoose from 'mongoose';
import { tenantId } from '../kernel/context';
import { newId } from '../kernel/ids';
import { currentSession, gatherUntilCommit } from './transaction';

/*
 * Kept figures (docs/adr/0026): a figure is the sum of rows. A change adds a row with the difference in its own
 * transaction and updates no existing row, so that concurrent changes never wait for each other.
 */

/** Figures, or their differences, by name. */
export type SumValues = Readonly<Record<string, number>>;

/** The collection of the rows; see `sum.model`. */
export const SUMS = 'sums';

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
  // Through the driver: the model of these rows belongs to the layer above.
  if (rows.length > 0) await mongoose.connection.collection(SUMS).insertMany(rows, { ...(session ? { session } : {}) });
}

/** Rows have no time: it would reveal when an employee answered an anonymous survey. */
const NO_TIME = new Date(0);

export function sumRow(
  entry: { tenantId: string; account: string; part: string; values: SumValues },
  isMerged: boolean,
): object {
  return { _id: newId(), ...entry, isMerged, revision: 0, createdAt: NO_TIME, updatedAt: NO_TIME };
}

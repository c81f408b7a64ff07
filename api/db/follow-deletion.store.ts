import mongoose, { type Model } from 'mongoose';
import { bulkUpdate } from '../../shared/db/bulk';
import type { TenantRow } from '../../shared/db/rows';
import { currentSession } from '../../shared/db/transaction';
import { type Reference, REFERENCES } from './reference-table';

/**
 * Follows the references to rows that are deleted, as the table says: clears fields and ends rows, and follows these in turn.
 * Call it in the transaction of the deletion. Returns how many rows were changed, by model. A few commands for each reference,
 * whatever the number of rows.
 */
export async function followDeletion(to: string, ids: readonly string[]): Promise<Map<string, number>> {
  if (!currentSession()) throw new Error('Follow a deletion in its transaction.');
  const changed = new Map<string, number>();
  const count = (model: string, rows: number): unknown => changed.set(model, (changed.get(model) ?? 0) + rows);
  if (ids.length === 0) return changed;
  for (const reference of REFERENCES.filter((entry) => entry.to === to)) {
    if (reference.onDelete === 'cleared') count(reference.from, await clear(reference, ids));
    if (reference.onDelete !== 'ended') continue;
    const ended = await end(reference, ids);
    count(reference.from, ended.length);
    for (const [model, rows] of await followDeletion(reference.from, ended)) count(model, rows);
  }
  return changed;
}

/** Whether a row of a model names the target in a field that refuses its deletion: for areas above that of the target. */
export async function isNamed(from: string, to: string, id: string): Promise<boolean> {
  const refusing = REFERENCES.filter((entry) => entry.to === to && entry.from === from && entry.onDelete === 'refused');
  for (const { field, where } of refusing) if (await modelOf(from).exists({ ...where, [field]: id })) return true;
  return false;
}

function modelOf(name: string): Model<TenantRow> {
  const model = mongoose.connection.models[name];
  if (!model) throw new Error(`The reference table names ${name}, which is no model.`);
  return model as Model<TenantRow>;
}

async function clear({ from, field, where }: Reference, ids: readonly string[]): Promise<number> {
  const named = { ...where, [field]: { $in: [...ids] } };
  if (modelOf(from).schema.path(field)?.instance === 'Array')
    return (await modelOf(from).updateMany(named, { $pull: { [field]: { $in: [...ids] } } })).modifiedCount;
  const [list, inner] = field.split('.');
  if (list === undefined || inner === undefined)
    return (await modelOf(from).updateMany(named, { $set: { [field]: null } })).modifiedCount;
  const gone = new Set<unknown>(ids);
  const rows = await modelOf(from)
    .find(named)
    .select(list)
    .lean<(Pick<TenantRow, '_id'> & Record<string, Record<string, unknown>[]>)[]>();
  return bulkUpdate(
    modelOf(from),
    rows.map((row) => {
      const entries = (row[list] ?? []).map((entry) => (gone.has(entry[inner]) ? { ...entry, [inner]: null } : entry));
      return { updateOne: { filter: { _id: row._id }, update: { $set: { [list]: entries }, $inc: { revision: 1 } } } };
    }),
  );
}

/** Cancels what is open and deletes all; returns the ids. */
async function end({ from, field, where, open = [] }: Reference, ids: readonly string[]): Promise<string[]> {
  const rows = await modelOf(from)
    .find({ ...where, [field]: { $in: [...ids] } })
    .select('_id')
    .lean<Pick<TenantRow, '_id'>[]>();
  const ended = rows.map(({ _id }) => _id);
  if (ended.length === 0) return [];
  await modelOf(from).updateMany(
    { _id: { $in: ended }, status: { $in: [...open] } },
    { $set: { status: 'Cancelled' } },
  );
  await modelOf(from).updateMany({ _id: { $in: ended } }, { $set: { isDeleted: true } });
  return ended;
}

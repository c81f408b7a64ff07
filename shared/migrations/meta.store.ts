import { isDuplicate } from '../db/bulk';
import { now } from '../kernel/clock';
import { type Meta, type MetaId, MetaModel } from './meta.model';

type Values = Partial<Pick<Meta, 'version' | 'appVersion' | 'done' | 'total' | 'at'>>;

/** Returns one of these rows; null when it is missing. */
export async function findMeta(id: MetaId): Promise<Meta | null> {
  return MetaModel.findById(id).lean<Meta>();
}

/** Writes one of these rows; `at` is the current time unless given. */
export async function writeMeta(id: MetaId, values: Values): Promise<void> {
  const row = { at: now(), ...values };
  const written = await MetaModel.updateOne({ _id: id }, { $set: row });
  if (written.matchedCount > 0) return;
  try {
    await MetaModel.create({ _id: id, ...row });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await MetaModel.updateOne({ _id: id }, { $set: row }); // another process has created it
  }
}

/** Deletes one of these rows; a missing one is not an error. */
export async function removeMeta(id: MetaId): Promise<void> {
  await MetaModel.deleteOne({ _id: id });
}

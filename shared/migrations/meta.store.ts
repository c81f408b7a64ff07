import { isDuplicate } from '../db/bulk';
import { now } from '../kernel/clock';
import { type Meta, type MetaId, MetaModel } from './meta.model';

type Values = Partial<Pick<Meta, 'version' | 'appVersion' | 'done' | 'total' | 'at'>>;

/** A row about the stored data; null without one. */
export async function findMeta(id: MetaId): Promise<Meta | null> {
  return MetaModel.findById(id).lean<Meta>();
}

/** Writes a row about the stored data, `at` now unless given. */
export async function writeMeta(id: MetaId, values: Values): Promise<void> {
  const row = { at: now(), ...values };
  const written = await MetaModel.updateOne({ _id: id }, { $set: row });
  if (written.matchedCount > 0) return;
  try {
    await MetaModel.create({ _id: id, ...row });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await MetaModel.updateOne({ _id: id }, { $set: row }); // another process was faster
  }
}

/** Removes a row about the stored data; none is no error. */
export async function removeMeta(id: MetaId): Promise<void> {
  await MetaModel.deleteOne({ _id: id });
}

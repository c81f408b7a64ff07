import type { Model } from 'mongoose';
import { notFound } from '../kernel/errors';
import { newId } from '../kernel/ids';
import type { Fields } from './fields';
import { pickRow } from './pick';
import type { SoftDeletedRow, TenantRow } from './rows';
import type { Index } from './tenant-model';
import { inTransaction } from './transaction';

/**
 * A row that is one version of something: the versions of one thing form a line, exactly one of them is current, and
 * numbers are never reused.
 */
export interface VersionedRow {
  /** Identifies the line; the same in all versions, never shown. */
  lineId: string;
  /** 1, 2, 3... */
  version: number;
  /** The version that this one was cloned from. */
  previousVersionId: string | null;
  isCurrent: boolean;
}

type Versioned = TenantRow & SoftDeletedRow & VersionedRow;

/** The schema of `VersionedRow`; a new row begins a line of its own. */
export const versionFields: Fields<VersionedRow> = {
  lineId: { type: String, required: true, default: newId, personal: 'none' },
  version: { type: Number, required: true, default: 1, personal: 'none' },
  previousVersionId: { type: String, default: null, personal: 'none' },
  isCurrent: { type: Boolean, required: true, default: true, personal: 'none' },
};

/** Makes version numbers unique within a line. */
export const versionIndexes: Index[] = [{ keys: { lineId: 1, version: 1 }, unique: true, live: true }];

/**
 * Clones a version with `changes` as the next number of its line; the clone becomes current. Returns its id; throws
 * NOT_FOUND, and E11000 (409) when `changes._id` is taken.
 */
export async function cloneVersion<T extends Versioned>(model: Model<T>, id: string, changes: object): Promise<string> {
  return inTransaction(async () => {
    const source = await model.findById(id).lean<Versioned>();
    if (!source) throw notFound();
    const { _id, tenantId: _tenant, revision: _revision, createdAt: _at, updatedAt: _updated, ...content } = source;
    const { lineId } = source;
    // Includes deleted versions: their numbers are not reused.
    const last = await pickRow(
      model.findOne({ lineId, isDeleted: { $in: [true, false] } }).sort({ version: -1 }),
      'version',
    );
    await model.updateMany({ lineId, isCurrent: true }, { $set: { isCurrent: false } });
    const clone = new model({
      ...content,
      version: (last?.version ?? source.version) + 1,
      previousVersionId: _id,
      isCurrent: true,
      ...changes,
    });
    await clone.save();
    return clone._id;
  });
}

/** Soft-deletes a version; if it was current, the newest remaining one becomes current. Throws NOT_FOUND. */
export async function deleteVersion<T extends Versioned>(model: Model<T>, id: string): Promise<void> {
  await inTransaction(async () => {
    const row = await model.findById(id).lean<Versioned>();
    if (!row) throw notFound();
    await model.updateOne({ _id: id }, { $set: { isDeleted: true, isCurrent: false } });
    if (!row.isCurrent) return;
    const newest = await pickRow(model.findOne({ lineId: row.lineId }).sort({ version: -1 }), '_id');
    if (newest) await model.updateOne({ _id: newest._id }, { $set: { isCurrent: true } });
  });
}

import type { Index } from '../db/tenant-model';
import { newId } from '../kernel/ids';

/**
 * A row that is one version of something (spec 9.4): the versions of one thing form a line, at most one of them is the
 * current one, and numbers are never used twice.
 */
export interface VersionedRow {
  /** Names the line; the same in all versions, never shown. */
  lineId: string;
  /** 1, 2, 3... */
  version: number;
  /** The version that this one was cloned from. */
  previousVersionId: string | null;
  isCurrent: boolean;
}

/** The schema of `VersionedRow`; a new row begins a line of its own. */
export const versionFields = {
  lineId: { type: String, required: true, default: newId },
  version: { type: Number, required: true, default: 1 },
  previousVersionId: { type: String, default: null },
  isCurrent: { type: Boolean, required: true, default: true },
};

/** The index that keeps the numbers of a line apart; deleted versions keep theirs. */
export const versionIndexes: Index[] = [{ keys: { lineId: 1, version: 1 }, unique: true }];

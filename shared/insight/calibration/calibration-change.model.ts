import { Schema } from 'mongoose';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import type { CalibrationEntry } from './calibration-entry.model';

/** The content of an entry of a session. */
export type CalibrationStatement = Pick<CalibrationEntry, 'calibrated' | 'potential' | 'reason'>;

/**
 * One change of one entry, stored with it and never updated: a null `before` means that the entry was added, a null
 * `after` that it was removed.
 */
export interface CalibrationChange extends TenantRow {
  sessionId: string;
  subjectId: string;
  before: CalibrationStatement | null;
  after: CalibrationStatement | null;
  /** The change that this one undoes. */
  undoes: string | null;
  /** The session's revision with this change: orders changes of the same millisecond. */
  sequence: number;
  by: string;
  at: Date;
}

const statement = new Schema(
  {
    calibrated: { type: Number, required: true },
    potential: { type: Number, default: null },
    reason: { type: String, required: true },
  },
  { _id: false },
);

export const CalibrationChangeModel = tenantModel<CalibrationChange>(
  'CalibrationChange',
  {
    sessionId: { type: String, required: true, immutable: true },
    subjectId: { type: String, required: true, immutable: true },
    before: { type: statement, default: null, immutable: true },
    after: { type: statement, default: null, immutable: true },
    undoes: { type: String, default: null, immutable: true },
    sequence: { type: Number, default: 0, immutable: true },
    by: { type: String, required: true, immutable: true },
    at: { type: Date, required: true, immutable: true },
  },
  {
    indexes: [
      { keys: { sessionId: 1, sequence: -1, at: -1, _id: 1 } },
      { keys: { sessionId: 1, undoes: 1, sequence: -1, at: -1 } },
      { keys: { subjectId: 1 } },
    ],
  },
);

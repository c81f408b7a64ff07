import { ACTOR, SUBJECT, embedded } from '../../db/fields';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import type { CalibrationEntry } from './calibration-entry.model';

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

const statement = embedded<CalibrationStatement>({
  calibrated: { type: Number, required: true, access: 'shown' },
  potential: { type: Number, default: null, access: 'shown' },
  reason: { type: String, required: true, access: 'shown' },
});

export const CalibrationChangeModel = tenantModel<CalibrationChange>(
  'CalibrationChange',
  {
    sessionId: {
      type: String,
      required: true,
      immutable: true,
      personal: 'subject: deleted',
      access: 'session = Calibration.name',
    },
    subjectId: { type: String, required: true, immutable: true, personal: 'subject: deleted', access: 'internal' },
    before: { type: statement, default: null, immutable: true, personal: 'subject: deleted' },
    after: { type: statement, default: null, immutable: true, personal: 'subject: deleted' },
    undoes: { type: String, default: null, immutable: true, personal: 'subject: deleted', access: 'internal' },
    sequence: { type: Number, default: 0, immutable: true, personal: 'subject: deleted', access: 'internal' },
    by: { type: String, required: true, immutable: true, personal: 'actor: kept' },
    at: { type: Date, required: true, immutable: true, personal: 'subject: deleted', access: 'shown' },
  },
  {
    privacy: {
      purpose: 'How an entry of a calibration session changed',
      seenBy: 'HR',
      kept: 'Until erasure',
      links: { subjectId: SUBJECT, by: ACTOR },
    },
    indexes: [
      { keys: { sessionId: 1, sequence: -1, at: -1, _id: 1 } },
      { keys: { sessionId: 1, undoes: 1, sequence: -1, at: -1 } },
      { keys: { subjectId: 1 } },
    ],
  },
);

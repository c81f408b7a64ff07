import { ACTOR, SUBJECT } from '../../db/fields';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** The score that a calibration session sets for a subject; it counts once the session is applied. */
export interface CalibrationEntry extends TenantRow {
  sessionId: string;
  subjectId: string;
  /** The overall score, unrounded, when the entry was last written; later answers do not change it. */
  overall: number | null;
  calibrated: number;
  potential: number | null;
  reason: string;
  /** The user who wrote it last. */
  by: string;
  at: Date;
}

export const CalibrationEntryModel = tenantModel<CalibrationEntry>(
  'CalibrationEntry',
  {
    sessionId: { type: String, required: true, personal: 'subject: deleted', access: 'session = Calibration.name' },
    subjectId: { type: String, required: true, personal: 'subject: deleted', access: 'internal' },
    overall: { type: Number, default: null, personal: 'subject: deleted', access: 'internal' },
    calibrated: { type: Number, required: true, personal: 'subject: deleted', access: 'shown' },
    potential: { type: Number, default: null, personal: 'subject: deleted', access: 'shown' },
    reason: { type: String, required: true, personal: 'subject: deleted', access: 'shown' },
    by: { type: String, required: true, personal: 'actor: kept' },
    at: { type: Date, required: true, personal: 'subject: deleted', access: 'shown' },
  },
  {
    privacy: {
      purpose: 'The score that HR sets in calibration, and why',
      seenBy: 'HR',
      kept: 'Until erasure',
      links: { subjectId: SUBJECT, by: ACTOR },
    },
    indexes: [{ keys: { sessionId: 1, subjectId: 1 }, unique: true }, { keys: { subjectId: 1 } }],
  },
);

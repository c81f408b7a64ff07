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
    sessionId: { type: String, required: true },
    subjectId: { type: String, required: true },
    overall: { type: Number, default: null },
    calibrated: { type: Number, required: true },
    potential: { type: Number, default: null },
    reason: { type: String, required: true },
    by: { type: String, required: true },
    at: { type: Date, required: true },
  },
  {
    indexes: [{ keys: { sessionId: 1, subjectId: 1 }, unique: true }, { keys: { subjectId: 1 } }],
  },
);

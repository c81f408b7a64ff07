import type { SoftDeletedRow, TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import { CalibrationStatus } from './calibration-status';

/** A calibration session: HR reviews the scores of a cycle, or of some departments of it, and overrides them. */
export interface Calibration extends TenantRow, SoftDeletedRow {
  cycleId: string;
  name: string;
  status: CalibrationStatus;
  /** Departments at generation; empty covers the whole cycle. */
  departmentIds: string[];
  /**
   * The claims of an open session (see calibration.rules), empty once it is over: a unique index prevents two sessions
   * with a common claim.
   */
  claims: string[];
  appliedAt: Date | null;
  /** The user who applied it. */
  appliedBy: string | null;
  cancelledAt: Date | null;
  searchText: string;
}

export const CalibrationModel = tenantModel<Calibration>(
  'Calibration',
  {
    cycleId: { type: String, required: true, immutable: true },
    name: { type: String, required: true, trim: true },
    status: {
      type: String,
      required: true,
      enum: Object.values(CalibrationStatus),
      default: CalibrationStatus.Draft,
    },
    departmentIds: { type: [String], required: true },
    claims: { type: [String], required: true },
    appliedAt: { type: Date, default: null },
    appliedBy: { type: String, default: null },
    cancelledAt: { type: Date, default: null },
  },
  {
    searchable: ['name'],
    softDelete: true,
    indexes: [
      { keys: { createdAt: -1, _id: 1 } },
      { keys: { cycleId: 1, claims: 1 }, unique: true, live: true, whereText: ['claims'] },
    ],
  },
);

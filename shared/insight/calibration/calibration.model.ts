import { ACTOR } from '../../db/fields';
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
    cycleId: { type: String, required: true, immutable: true, personal: 'none' },
    name: { type: String, required: true, trim: true, personal: 'none' },
    status: {
      type: String,
      required: true,
      enum: Object.values(CalibrationStatus),
      default: CalibrationStatus.Draft,
      personal: 'none',
    },
    departmentIds: { type: [String], required: true, personal: 'none' },
    claims: { type: [String], required: true, personal: 'none' },
    appliedAt: { type: Date, default: null, personal: 'none' },
    appliedBy: { type: String, default: null, personal: 'actor: kept' },
    cancelledAt: { type: Date, default: null, personal: 'none' },
  },
  {
    privacy: {
      purpose: 'HR’s review of the scores of a cycle',
      seenBy: 'HR',
      kept: 'Until it is deleted',
      links: { appliedBy: ACTOR },
    },
    searchable: ['name'],
    softDelete: true,
    indexes: [
      { keys: { createdAt: -1, _id: 1 } },
      { keys: { cycleId: 1, claims: 1 }, unique: true, live: true, whereText: ['claims'] },
    ],
  },
);

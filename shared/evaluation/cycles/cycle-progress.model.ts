import { Schema } from 'mongoose';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

export interface DayCount {
  /** In the organization's time zone. */
  date: string;
  submitted: number;
}

/** The submissions of a cycle by day, as they were counted last. */
export interface CycleProgressRow extends TenantRow {
  cycleId: string;
  /** The time zone, and the number of changes that made earlier submissions count differently. */
  stamp: string;
  /** The submissions until this instant are counted. */
  until: Date;
  days: DayCount[];
}

export const CycleProgressModel = tenantModel<CycleProgressRow>(
  'CycleProgress',
  {
    cycleId: { type: String, required: true, personal: 'none' },
    stamp: { type: String, required: true, personal: 'none' },
    until: { type: Date, required: true, personal: 'none' },
    days: { type: Schema.Types.Mixed, required: true, personal: 'none' },
  },
  { indexes: [{ keys: { cycleId: 1 }, unique: true }] },
);

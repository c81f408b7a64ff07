import { Schema } from 'mongoose';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** The submissions of one day. */
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
    cycleId: { type: String, required: true },
    stamp: { type: String, required: true },
    until: { type: Date, required: true },
    days: { type: Schema.Types.Mixed, required: true },
  },
  { indexes: [{ keys: { cycleId: 1 }, unique: true }] },
);

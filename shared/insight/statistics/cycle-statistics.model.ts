import { Schema } from 'mongoose';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import type { CycleStatistics } from './cycle-statistics.rules';

/** The statistics of a cycle as they were counted last. */
export interface CycleStatisticsRow extends TenantRow {
  cycleId: string;
  /** The state of the scores that they were counted in. */
  stamp: string;
  countedAt: Date;
  statistics: CycleStatistics;
}

export const CycleStatisticsModel = tenantModel<CycleStatisticsRow>(
  'CycleStatistics',
  {
    cycleId: { type: String, required: true },
    stamp: { type: String, required: true },
    countedAt: { type: Date, required: true },
    statistics: { type: Schema.Types.Mixed, required: true },
  },
  { indexes: [{ keys: { cycleId: 1 }, unique: true }] },
);

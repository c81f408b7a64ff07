import { Schema } from 'mongoose';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import type { CycleStatistics } from './cycle-statistics.rules';

/** The cached statistics of a cycle. */
export interface CycleStatisticsRow extends TenantRow {
  cycleId: string;
  /** The version of the scores that they were calculated from. */
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

import { Schema } from 'mongoose';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import type { CycleStatistics } from './cycle-statistics.rules';

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
    cycleId: { type: String, required: true, personal: 'none' },
    stamp: { type: String, required: true, personal: 'none' },
    countedAt: { type: Date, required: true, personal: 'none' },
    statistics: { type: Schema.Types.Mixed, required: true, personal: 'none' },
  },
  { indexes: [{ keys: { cycleId: 1 }, unique: true }] },
);

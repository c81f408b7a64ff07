import { Schema } from 'mongoose';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { NineBoxCounts, TopGap } from './cycle-figures.rules';
import type { DepartmentScores } from './department-scores';
import type { CycleStatistics } from './statistics/cycle-statistics.rules';

/** What a dashboard shows that takes all rows of a cycle to count; unrounded. */
export interface DashboardFigures {
  nineBox: NineBoxCounts;
  topGaps: TopGap[];
  departmentScores: DepartmentScores[];
}

/** The submissions of one day in the organization's time zone. */
export interface DayCount {
  date: string;
  submitted: number;
}

/** What takes all rows of a cycle to count, as it was counted last; each part is null before its first count. */
export interface CycleCacheRow extends TenantRow {
  cycleId: string;
  dashboard:
    | (DashboardFigures & {
        /** The state of the cycle and its gaps. */
        stamp: string;
        /** The state of what readiness follows from; null where someone has judged the potential of everyone. */
        readiness: string | null;
      })
    | null;
  /** `changes`: how many changes of the cycle were counted before. */
  statistics: (CycleStatistics & { changes: number; countedAt: Date }) | null;
  /** The submissions until an instant. `stamp`: the time zone and the changes that made earlier ones count differently. */
  progress: { stamp: string; until: Date; days: DayCount[] } | null;
}

export const CycleCacheModel = tenantModel<CycleCacheRow>(
  'CycleCache',
  {
    cycleId: { type: String, required: true, personal: 'none' },
    dashboard: { type: Schema.Types.Mixed, default: null, personal: 'none' },
    statistics: { type: Schema.Types.Mixed, default: null, personal: 'none' },
    progress: { type: Schema.Types.Mixed, default: null, personal: 'none' },
  },
  { indexes: [{ keys: { cycleId: 1 }, unique: true }] },
);

import { Schema } from 'mongoose';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { ScoreDistribution } from '../evaluation/score-distribution.rules';
import type { NineBoxCounts, TopGap } from './cycle-figures.rules';
import type { DepartmentScores } from './department-scores';

/** What a dashboard shows of a cycle; unrounded. */
export interface CycleFigures {
  distribution: ScoreDistribution;
  nineBox: NineBoxCounts;
  topGaps: TopGap[];
  departmentScores: DepartmentScores[];
}

/** The figures of a cycle that take a look at all of its rows, as they were counted last. */
export interface CycleFiguresRow extends TenantRow {
  cycleId: string;
  /** The state of the cycle and its gaps that they were counted in; null in rows of older releases. */
  stamp: string | null;
  /** The state of what readiness follows from; null where someone has judged the potential of everyone. */
  readiness: string | null;
  nineBox: NineBoxCounts;
  topGaps: TopGap[];
  departmentScores: DepartmentScores[];
}

export const CycleFiguresModel = tenantModel<CycleFiguresRow>(
  'CycleFigures',
  {
    cycleId: { type: String, required: true, personal: 'none' },
    stamp: { type: String, default: null, personal: 'none' },
    readiness: { type: String, default: null, personal: 'none' },
    nineBox: { type: Schema.Types.Mixed, required: true, personal: 'none' },
    topGaps: { type: Schema.Types.Mixed, required: true, personal: 'none' },
    departmentScores: { type: Schema.Types.Mixed, required: true, personal: 'none' },
  },
  { indexes: [{ keys: { cycleId: 1 }, unique: true }] },
);

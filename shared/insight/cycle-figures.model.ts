import { Schema } from 'mongoose';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { ScoreDistribution } from '../evaluation/score-distribution.rules';
import type { NineBoxCounts, TopGap } from './cycle-figures.rules';

/** What a dashboard shows of a cycle; unrounded. */
export interface CycleFigures {
  distribution: ScoreDistribution;
  nineBox: NineBoxCounts;
  topGaps: TopGap[];
}

/** What was counted, and when it holds: as long as what it comes from has this stamp. */
export interface Counted<T> {
  stamp: string;
  figures: T;
}

/** The figures of a cycle that take a look at all of its rows, as they were counted last. */
export interface CycleFiguresRow extends TenantRow {
  cycleId: string;
  nineBox: Counted<NineBoxCounts> | null;
  topGaps: Counted<TopGap[]> | null;
}

export const CycleFiguresModel = tenantModel<CycleFiguresRow>(
  'CycleFigures',
  {
    cycleId: { type: String, required: true },
    nineBox: { type: Schema.Types.Mixed, default: null },
    topGaps: { type: Schema.Types.Mixed, default: null },
  },
  { indexes: [{ keys: { cycleId: 1 }, unique: true }] },
);

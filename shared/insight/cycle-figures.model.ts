import { Schema } from 'mongoose';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import type { NineBoxCounts, TopGap } from './cycle-figures.rules';
import type { ScoreDistribution } from './score-distribution.rules';

/** What a dashboard shows of a cycle and what takes all of its rows to count; unrounded. */
export interface CycleFigures {
  distribution: ScoreDistribution;
  nineBox: NineBoxCounts;
  topGaps: TopGap[];
}

/** The figures of a cycle as they were counted last. They hold as long as the rows that they come from have this stamp. */
export interface CycleFiguresRow extends TenantRow {
  cycleId: string;
  stamp: string;
  countedAt: Date;
  figures: CycleFigures;
}

export const CycleFiguresModel = tenantModel<CycleFiguresRow>(
  'CycleFigures',
  {
    cycleId: { type: String, required: true },
    stamp: { type: String, required: true },
    countedAt: { type: Date, required: true },
    figures: { type: Schema.Types.Mixed, required: true },
  },
  { indexes: [{ keys: { cycleId: 1 }, unique: true }] },
);

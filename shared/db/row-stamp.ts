import type { Model, QueryFilter } from 'mongoose';
import type { Row } from './rows';

/** How a set of rows stands: every insertion, change and removal makes another stamp of it. */
export interface RowStamp {
  rows: number;
  revisions: number;
  changedAt: Date | null;
}

/** The accumulators of a stamp, for a `$group` that counts other things too. */
export const STAMP = {
  rows: { $sum: 1 },
  revisions: { $sum: '$revision' },
  changedAt: { $max: '$updatedAt' },
} as const;

/** The stamp of the rows that a filter finds; one query, whose answer is one row. */
export async function stampOf<T extends Row>(model: Model<T>, filter: QueryFilter<T> = {}): Promise<string> {
  return toStamp(await model.aggregate<RowStamp>([{ $match: filter }, { $group: { _id: null, ...STAMP } }]));
}

/** The stamp of groups together, as text to compare. */
export function toStamp(groups: readonly RowStamp[]): string {
  const total = { rows: 0, revisions: 0, changedAt: 0 };
  for (const { rows, revisions, changedAt } of groups) {
    total.rows += rows;
    total.revisions += revisions;
    total.changedAt = Math.max(total.changedAt, changedAt?.getTime() ?? 0);
  }
  return `${total.rows}.${total.revisions}.${total.changedAt}`;
}

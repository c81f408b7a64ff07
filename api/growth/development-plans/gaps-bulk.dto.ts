import type { BulkIds, BulkResult } from '../../http/bulk';

/** A bulk action on gaps. */
export enum GapAction {
  Plan = 'plan',
}

/** The result of creating development plans from gaps. */
export interface PlannedGaps extends BulkResult {
  /** Number of plans: one for each employee with a changed gap. */
  plans: number;
}

/** POST /api/gap-analysis/bulk. */
export interface ChangeGaps {
  action: GapAction;
  ids: BulkIds;
  /** Returns what would happen, without doing it. */
  dryRun?: boolean;
}

import type { BulkIds } from '../../http/bulk';

/** A bulk action on gaps. */
export enum GapAction {
  Plan = 'plan',
}

/** POST /api/gap-analysis/bulk. */
export interface ChangeGaps {
  action: GapAction;
  ids: BulkIds;
  /** Returns what would happen, without doing it. */
  dryRun?: boolean;
}

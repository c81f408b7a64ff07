import type { BulkIds } from '../../http/bulk';

/** What can be done with several gaps at once. */
export enum GapAction {
  Plan = 'plan',
}

/** POST /api/gap-analysis/bulk. */
export interface ChangeGaps {
  action: GapAction;
  ids: BulkIds;
  /** Says what would happen, without doing it. */
  dryRun?: boolean;
}

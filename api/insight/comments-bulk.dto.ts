import type { BulkIds } from '../http/bulk';
import type { Reason } from '../http/types';

/** What can be done with several comments about a subject at once. */
export enum CommentAction {
  Withhold = 'withhold',
  Show = 'show',
}

/** What an action needs. */
export interface CommentActionValues {
  /** Of both: why; it is kept in the audit log. */
  reason: Reason;
}

/** POST /api/evaluation-results/{cycleId}/subjects/{subjectId}/comments/bulk. */
export interface ChangeComments {
  action: CommentAction;
  ids: BulkIds;
  values: CommentActionValues;
  /** Says what would happen, without doing it. */
  dryRun?: boolean;
}

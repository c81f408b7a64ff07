import type { BulkIds } from '../http/bulk';
import type { Reason } from '../http/types';

/** A bulk action on comments about a subject. */
export enum CommentAction {
  Withhold = 'withhold',
  Show = 'show',
}

/** The values of an action. */
export interface CommentActionValues {
  /** The reason, which the audit log keeps. */
  reason: Reason;
}

/** POST /api/evaluation-results/{cycleId}/subjects/{subjectId}/comments/bulk. */
export interface ChangeComments {
  action: CommentAction;
  ids: BulkIds;
  values: CommentActionValues;
  /** Returns what would happen, without doing it. */
  dryRun?: boolean;
}

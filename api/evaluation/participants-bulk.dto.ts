import type { BulkIds } from '../http/bulk';
import type { Id } from '../http/types';

/** A bulk action on evaluations. */
export enum ParticipantAction {
  Remind = 'remind',
  Replace = 'replace',
  Remove = 'remove',
}

/** The values of an action. */
export interface ParticipantActionValues {
  /** For `replace`: the new evaluator. */
  evaluatorId?: Id;
}

/** POST /api/peer-assignments/bulk. */
export interface ChangeParticipants {
  action: ParticipantAction;
  ids: BulkIds;
  /** Omit it except for `replace`. */
  values?: ParticipantActionValues;
  /** Returns what would happen, without doing it. */
  dryRun?: boolean;
}

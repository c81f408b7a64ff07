import type { BulkIds } from '../http/bulk';
import type { Id } from '../http/types';

/** What can be done with the evaluations of several evaluators at once. */
export enum ParticipantAction {
  Remind = 'remind',
  Replace = 'replace',
  Remove = 'remove',
}

/** What an action sets. */
export interface ParticipantActionValues {
  /** Of `replace`: the new evaluator. */
  evaluatorId?: Id;
}

/** POST /api/peer-assignments/bulk. */
export interface ChangeParticipants {
  action: ParticipantAction;
  ids: BulkIds;
  /** Omitted but for `replace`. */
  values?: ParticipantActionValues;
  /** Says what would happen, without doing it. */
  dryRun?: boolean;
}

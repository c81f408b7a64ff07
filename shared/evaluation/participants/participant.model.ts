import { SUBJECT_VIEW, embedded } from '../../db/fields';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import { EvaluatorType } from '../../framework/evaluator-type';
import type { Answer } from '../answer.rules';
import { ParticipantStatus } from './participant-status';
import { Presence } from './presence';

/** How a participant was added to the cycle. */
export enum ParticipantOrigin {
  Generation = 'Generation',
  Assignment = 'Assignment',
  Manual = 'Manual',
  /** Nominated by the subject, or chosen by the manager in response. */
  Nomination = 'Nomination',
}

/** HR reopened a submitted evaluation: why, who, when. */
export interface Reopening {
  reason: string;
  by: string;
  at: Date;
}

/** A guest declined an evaluation. */
export interface Decline {
  reason: string | null;
  at: Date;
}

/** One evaluator's evaluation of one subject in a cycle; an evaluator has one evaluator type per subject. */
export interface Participant extends TenantRow {
  cycleId: string;
  subjectId: string;
  evaluatorId: string;
  evaluatorType: EvaluatorType;
  origin: ParticipantOrigin;
  status: ParticipantStatus;
  /** Presence of the evaluator and the subject; see participation.rules. */
  evaluatorPresence: Presence;
  subjectPresence: Presence;
  answers: Answer[];
  /** Calculated from the submitted answers, unrounded: the participant's score and potential (see score.rules). */
  score: number | null;
  potential: number | null;
  startedAt: Date | null;
  submittedAt: Date | null;
  acknowledgedAt: Date | null;
  reopenings: Reopening[];
  /** Of a guest. */
  declined?: Decline | null;
}

const answer = embedded<Answer>({
  itemId: { type: String, required: true },
  score: { type: Number, default: null },
  notApplicable: { type: Boolean, required: true },
  comment: { type: String, default: null },
});

const reopening = embedded<Reopening>({
  reason: { type: String, required: true },
  by: { type: String, required: true },
  at: { type: Date, required: true },
});

const decline = embedded<Decline>({
  reason: { type: String, default: null },
  at: { type: Date, required: true },
});

const presence = { type: String, required: true, enum: Object.values(Presence), default: Presence.Present };

export const ParticipantModel = tenantModel<Participant>(
  'Participant',
  {
    cycleId: { type: String, required: true, personal: ['subject: deleted', 'evaluator: kept'] },
    subjectId: { type: String, required: true, personal: 'subject: deleted' },
    evaluatorId: { type: String, required: true, personal: 'evaluator: kept' },
    evaluatorType: {
      type: String,
      required: true,
      enum: Object.values(EvaluatorType),
      personal: ['subject: deleted', 'evaluator: kept'],
    },
    origin: { type: String, required: true, enum: Object.values(ParticipantOrigin), personal: 'none' },
    status: {
      type: String,
      required: true,
      enum: Object.values(ParticipantStatus),
      default: ParticipantStatus.InProgress,
      personal: ['subject: deleted', 'evaluator: kept'],
    },
    evaluatorPresence: { ...presence, personal: 'evaluator: kept' },
    subjectPresence: { ...presence, personal: 'subject: deleted' },
    answers: { type: [answer], required: true, personal: ['subject: deleted', 'evaluator: kept'] },
    score: { type: Number, default: null, personal: ['subject: deleted', 'evaluator: kept'] },
    potential: { type: Number, default: null, personal: ['subject: deleted', 'evaluator: kept'] },
    startedAt: { type: Date, default: null, personal: 'evaluator: kept' },
    submittedAt: { type: Date, default: null, personal: ['subject: deleted', 'evaluator: kept'] },
    acknowledgedAt: { type: Date, default: null, personal: 'subject: deleted' },
    reopenings: { type: [reopening], required: true, personal: 'subject: deleted' },
    declined: { type: decline, default: null, personal: ['subject: deleted', 'guest: emptied'] },
  },
  {
    privacy: {
      purpose: 'What an evaluator answers about a person',
      seenBy: 'The evaluator; HR; the person and the manager as means of groups that are large enough',
      kept: 'Answers and comments the months that retention.closedCyclesMonths says after the closing, otherwise until erasure',
      links: {
        subjectId: SUBJECT_VIEW,
        evaluatorId: { names: 'employee', whose: 'evaluator', rows: 'kept', access: 'view' },
      },
    },
    indexes: [
      { keys: { cycleId: 1, subjectId: 1, evaluatorId: 1 }, unique: true },
      { keys: { evaluatorId: 1, cycleId: 1 } },
      { keys: { subjectId: 1 } },
      // For the evaluators who were added since.
      { keys: { cycleId: 1, createdAt: 1 } },
      // For lists by subject and evaluator, of a type and of a status.
      { keys: { cycleId: 1, evaluatorType: 1, subjectId: 1, evaluatorId: 1 } },
      // For the number of submissions per day, and those of a day.
      { keys: { cycleId: 1, submittedAt: 1, _id: 1 } },
      { keys: { cycleId: 1, status: 1, subjectId: 1, evaluatorId: 1, evaluatorType: 1 } },
    ],
  },
);

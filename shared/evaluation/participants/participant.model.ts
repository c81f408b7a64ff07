import { Schema } from 'mongoose';
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
}

const answer = new Schema(
  {
    itemId: { type: String, required: true },
    score: { type: Number, default: null },
    notApplicable: { type: Boolean, required: true },
    comment: { type: String, default: null },
  },
  { _id: false },
);

const reopening = new Schema(
  {
    reason: { type: String, required: true },
    by: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { _id: false },
);

const presence = { type: String, required: true, enum: Object.values(Presence), default: Presence.Present };

export const ParticipantModel = tenantModel<Participant>(
  'Participant',
  {
    cycleId: { type: String, required: true },
    subjectId: { type: String, required: true },
    evaluatorId: { type: String, required: true },
    evaluatorType: { type: String, required: true, enum: Object.values(EvaluatorType) },
    origin: { type: String, required: true, enum: Object.values(ParticipantOrigin) },
    status: {
      type: String,
      required: true,
      enum: Object.values(ParticipantStatus),
      default: ParticipantStatus.InProgress,
    },
    evaluatorPresence: presence,
    subjectPresence: presence,
    answers: { type: [answer], required: true },
    score: { type: Number, default: null },
    potential: { type: Number, default: null },
    startedAt: { type: Date, default: null },
    submittedAt: { type: Date, default: null },
    acknowledgedAt: { type: Date, default: null },
    reopenings: { type: [reopening], required: true },
  },
  {
    indexes: [
      { keys: { cycleId: 1, subjectId: 1, evaluatorId: 1 }, unique: true },
      { keys: { evaluatorId: 1, cycleId: 1 } },
      { keys: { subjectId: 1 } },
      // For lists by subject and evaluator, of a type and of a status.
      { keys: { cycleId: 1, evaluatorType: 1, subjectId: 1, evaluatorId: 1 } },
      // For the number of submissions per day, and those of a day.
      { keys: { cycleId: 1, submittedAt: 1, _id: 1 } },
      { keys: { cycleId: 1, status: 1, subjectId: 1, evaluatorId: 1, evaluatorType: 1 } },
    ],
  },
);

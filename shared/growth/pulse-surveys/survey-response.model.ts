import { Schema } from 'mongoose';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

// What one person answers is stored in rows that do not know of each other: that someone has answered, the scores, and
// each comment. None holds a user, and all carry the instant of the survey's opening, so that no time joins them.

/** Proof that someone has answered; it stops a second answer and says nothing else. */
export interface SurveyBallot extends TenantRow {
  surveyId: string;
  fingerprint: string;
}

export const SurveyBallotModel = tenantModel<SurveyBallot>(
  'SurveyBallot',
  { surveyId: { type: String, required: true }, fingerprint: { type: String, required: true } },
  { indexes: [{ keys: { fingerprint: 1 }, unique: true }] },
);

/** The scores of one answered questionnaire. */
export interface SurveyResponse extends TenantRow {
  surveyId: string;
  /** Department of the one who answered, at that time. */
  departmentId: string | null;
  scores: { questionId: string; score: number }[];
}

const score = new Schema(
  { questionId: { type: String, required: true }, score: { type: Number, required: true } },
  { _id: false },
);

export const SurveyResponseModel = tenantModel<SurveyResponse>(
  'SurveyResponse',
  {
    surveyId: { type: String, required: true },
    departmentId: { type: String, default: null },
    scores: { type: [score], required: true },
  },
  { indexes: [{ keys: { surveyId: 1, departmentId: 1 } }] },
);

/** One answer in words; neither its department nor the other answers of the same person are known. */
export interface SurveyComment extends TenantRow {
  surveyId: string;
  questionId: string;
  text: string;
}

export const SurveyCommentModel = tenantModel<SurveyComment>(
  'SurveyComment',
  {
    surveyId: { type: String, required: true },
    questionId: { type: String, required: true },
    text: { type: String, required: true },
  },
  // The id is random: in its order, comments stand shuffled.
  { indexes: [{ keys: { surveyId: 1, questionId: 1, _id: 1 } }] },
);

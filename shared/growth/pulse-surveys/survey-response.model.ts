import { Schema } from 'mongoose';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

// An employee's answers are stored in unconnected rows: that they answered, the scores, and each comment. None contains
// a user, and all have the time of the survey's opening, so that times cannot connect them.

/** Proof that an employee has answered; it prevents a second answer. */
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
  /** Department of the respondent at the opening. */
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

/** One free-text answer, without department and unconnected to the other answers of the respondent. */
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
  // The id is random, so its order shuffles the comments.
  { indexes: [{ keys: { surveyId: 1, questionId: 1, _id: 1 } }] },
);

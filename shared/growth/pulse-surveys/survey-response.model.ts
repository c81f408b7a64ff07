import { embedded } from '../../db/fields';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

// An employee's answers are stored in unconnected rows: that they answered, the scores, and each comment. None contains
// a user, and all have the time of the survey's opening, so that times cannot connect them.

/** Proof that an employee has answered; it prevents a second answer, and is deleted when the survey is closed. */
export interface SurveyBallot extends TenantRow {
  surveyId: string;
  fingerprint: string;
}

export const SurveyBallotModel = tenantModel<SurveyBallot>(
  'SurveyBallot',
  {
    surveyId: { type: String, required: true, personal: 'none' },
    fingerprint: { type: String, required: true, personal: 'none' },
  },
  { indexes: [{ keys: { fingerprint: 1 }, unique: true }, { keys: { surveyId: 1 } }], shuffled: true },
);

/** The scores of one answered questionnaire. */
export interface SurveyResponse extends TenantRow {
  surveyId: string;
  /** Department of the respondent at the opening. */
  departmentId: string | null;
  scores: { questionId: string; score: number }[];
}

const score = embedded({ questionId: { type: String, required: true }, score: { type: Number, required: true } });

export const SurveyResponseModel = tenantModel<SurveyResponse>(
  'SurveyResponse',
  {
    surveyId: { type: String, required: true, personal: 'none' },
    departmentId: { type: String, default: null, personal: 'none' },
    scores: { type: [score], required: true, personal: 'none' },
  },
  { indexes: [{ keys: { surveyId: 1, departmentId: 1 } }], shuffled: true },
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
    surveyId: { type: String, required: true, personal: 'none' },
    questionId: { type: String, required: true, personal: 'none' },
    text: { type: String, required: true, personal: 'none' },
  },
  // The id is random, so its order shuffles the comments.
  { indexes: [{ keys: { surveyId: 1, questionId: 1, _id: 1 } }], shuffled: true },
);

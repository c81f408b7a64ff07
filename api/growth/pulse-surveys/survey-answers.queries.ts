import { pickRows } from '../../../shared/db/pick';
import { SurveyBallotModel } from '../../../shared/growth/pulse-surveys/survey-response.model';
import { SurveyStatus } from '../../../shared/growth/pulse-surveys/survey-status';
import { type Survey, SurveyModel } from '../../../shared/growth/pulse-surveys/survey.model';
import { findSurvey } from '../../../shared/growth/pulse-surveys/survey.store';
import { notFound } from '../../../shared/kernel/errors';
import type { PageRequest } from '../../http/pagination';
import { type SurveyForm, type SurveyToAnswer, toSurveyForm, toSurveyToAnswer } from './survey-answers.dto';
import { ballotFingerprint } from './survey-ballot';
import { currentVoter, isAsked } from './survey-voter.queries';

/** An organization asks far fewer surveys at a time. */
const MAX_OPEN_SURVEYS = 500;

/** One page of the open surveys that ask the caller and have no answer yet, the one that opened first on top. */
export async function listSurveysToAnswer({
  page,
  pageSize,
}: PageRequest): Promise<{ items: SurveyToAnswer[]; totalCount: number }> {
  const surveys = await surveysToAnswer();
  const items = surveys.slice((page - 1) * pageSize, page * pageSize).map(toSurveyToAnswer);
  return { items, totalCount: surveys.length };
}

/** The open surveys that ask the caller and have no answer yet; three queries at most. */
export async function surveysToAnswer(): Promise<Survey[]> {
  const voter = await currentVoter();
  if (!voter) return [];
  const surveys = await SurveyModel.find({
    status: SurveyStatus.Open,
    $or: [{ departmentIds: { $size: 0 } }, ...(voter.departmentId ? [{ departmentIds: voter.departmentId }] : [])],
  })
    .sort({ openedAt: 1, _id: 1 })
    .limit(MAX_OPEN_SURVEYS)
    .lean<Survey[]>();
  const fingerprints = new Map(surveys.map((survey) => [survey._id, ballotFingerprint(survey, voter.id)]));
  const requested = [...fingerprints.values()].filter((fingerprint) => fingerprint !== null);
  if (requested.length === 0) return [];
  const ballots = await pickRows(SurveyBallotModel.find({ fingerprint: { $in: requested } }), 'fingerprint');
  const cast = new Set<string | null>(ballots.map(({ fingerprint }) => fingerprint));
  return surveys.filter((survey) => !cast.has(fingerprints.get(survey._id) ?? null));
}

/** One survey that asks the caller, answered or not; throws NOT_FOUND, also for a Draft and for those who are not asked. */
export async function getSurveyToAnswer(id: string): Promise<SurveyForm> {
  const survey = await findSurvey(id);
  const voter = await currentVoter();
  if (!voter || survey.status === SurveyStatus.Draft || !isAsked(survey, voter)) throw notFound();
  const fingerprint = ballotFingerprint(survey, voter.id);
  const ballot = fingerprint === null ? null : await SurveyBallotModel.exists({ fingerprint });
  return toSurveyForm(survey, fingerprint === null ? null : ballot !== null);
}

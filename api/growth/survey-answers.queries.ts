import { type Survey, SurveyModel } from '../../shared/growth/survey.model';
import { type SurveyBallot, SurveyBallotModel } from '../../shared/growth/survey-response.model';
import { SurveyStatus } from '../../shared/growth/survey-status';
import type { PageRequest } from '../http/pagination';
import { type SurveyToAnswer, toSurveyToAnswer } from './survey-answers.dto';
import { ballotFingerprint } from './survey-ballot';
import { currentVoter } from './survey-voter.queries';

/** An organization asks far fewer surveys at a time. */
const MOST_OPEN_SURVEYS = 500;

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
    .limit(MOST_OPEN_SURVEYS)
    .lean<Survey[]>();
  const fingerprints = new Map(surveys.map((survey) => [survey._id, ballotFingerprint(survey, voter.id)]));
  const wanted = [...fingerprints.values()].filter((fingerprint) => fingerprint !== null);
  if (wanted.length === 0) return [];
  const ballots = await SurveyBallotModel.find({ fingerprint: { $in: wanted } })
    .select('fingerprint')
    .lean<Pick<SurveyBallot, 'fingerprint'>[]>();
  const cast = new Set<string | null>(ballots.map(({ fingerprint }) => fingerprint));
  return surveys.filter((survey) => !cast.has(fingerprints.get(survey._id) ?? null));
}

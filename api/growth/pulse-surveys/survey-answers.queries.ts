import { pickRows } from '../../../shared/db/pick';
import { ballotFingerprints } from '../../../shared/growth/pulse-surveys/survey-ballot';
import { SurveyInvitationModel } from '../../../shared/growth/pulse-surveys/survey-invitation.model';
import { inviteLate } from '../../../shared/growth/pulse-surveys/survey-invitation.store';
import { SurveyBallotModel } from '../../../shared/growth/pulse-surveys/survey-response.model';
import { SurveyStatus } from '../../../shared/growth/pulse-surveys/survey-status';
import { type Survey, SurveyModel } from '../../../shared/growth/pulse-surveys/survey.model';
import { findSurvey } from '../../../shared/growth/pulse-surveys/survey.store';
import { actor } from '../../../shared/kernel/context';
import { notFound } from '../../../shared/kernel/errors';
import type { PageRequest } from '../../http/pagination';
import { type SurveyForm, type SurveyToAnswer, toSurveyForm, toSurveyToAnswer } from './survey-answers.dto';
import { currentInvitation } from './survey-voter.queries';

/** More than any organization has open at a time. */
const MAX_OPEN_SURVEYS = 500;

/** Returns one page of the open surveys that the caller can answer, the one that opened first on top. */
export async function listSurveysToAnswer({
  page,
  pageSize,
}: PageRequest): Promise<{ items: SurveyToAnswer[]; totalCount: number }> {
  const surveys = await surveysToAnswer();
  const items = surveys.slice((page - 1) * pageSize, page * pageSize).map(toSurveyToAnswer);
  return { items, totalCount: surveys.length };
}

/** Returns the open surveys that the caller can answer; at most three queries. */
export async function surveysToAnswer(): Promise<Survey[]> {
  const { employeeId } = actor();
  if (employeeId === null) return [];
  const open = await SurveyModel.find({ status: SurveyStatus.Open })
    .sort({ openedAt: 1, _id: 1 })
    .limit(MAX_OPEN_SURVEYS)
    .lean<Survey[]>();
  if (open.length === 0) return [];
  for (const survey of open) await inviteLate(survey);
  const surveyId = { $in: open.map(({ _id }) => _id) };
  const invitations = await pickRows(SurveyInvitationModel.find({ employeeId, surveyId }), 'surveyId');
  const invited = new Set(invitations.map((row) => row.surveyId));
  const surveys = open.filter(({ _id }) => invited.has(_id));
  const fingerprints = new Map(surveys.map((survey) => [survey._id, ballotFingerprints(survey, employeeId)]));
  const requested = [...fingerprints.values()].flat();
  if (requested.length === 0) return [];
  const ballots = await pickRows(SurveyBallotModel.find({ fingerprint: { $in: requested } }), 'fingerprint');
  const cast = new Set(ballots.map(({ fingerprint }) => fingerprint));
  return surveys.filter(({ _id }) => !fingerprints.get(_id)?.some((fingerprint) => cast.has(fingerprint)));
}

/** Returns one survey that the caller is invited to; throws NOT_FOUND otherwise, also for a Draft. */
export async function getSurveyToAnswer(id: string): Promise<SurveyForm> {
  const survey = await findSurvey(id);
  const invitation = survey.status === SurveyStatus.Draft ? null : await currentInvitation(survey);
  if (!invitation) throw notFound();
  const fingerprints = ballotFingerprints(survey, invitation.employeeId);
  if (fingerprints.length === 0) return toSurveyForm(survey, null);
  const ballot = await SurveyBallotModel.exists({ fingerprint: { $in: fingerprints } });
  return toSurveyForm(survey, ballot !== null);
}

import { isDuplicate } from '../../../shared/db/bulk';
import { inTransaction } from '../../../shared/db/transaction';
import { validateAnswers, type SurveyAnswer } from '../../../shared/growth/pulse-surveys/survey-answers.rules';
import { ballotFingerprints } from '../../../shared/growth/pulse-surveys/survey-ballot';
import {
  SurveyBallotModel,
  SurveyCommentModel,
  SurveyResponseModel,
} from '../../../shared/growth/pulse-surveys/survey-response.model';
import { SurveyStatus } from '../../../shared/growth/pulse-surveys/survey-status';
import { type Survey, SurveyModel } from '../../../shared/growth/pulse-surveys/survey.model';
import { findSurvey } from '../../../shared/growth/pulse-surveys/survey.store';
import { AppError, assertValid, conflict } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { currentInvitation } from './survey-voter.queries';

/**
 * Stores the caller's answers, once. Nothing stored names the caller: no user, no time, no entry of the audit log, and
 * the proof of having answered is separate from the answers. Throws NOT_FOUND, FORBIDDEN when the caller's employee is
 * not invited, CONFLICT when it is not Open or is answered already, VALIDATION on the answers.
 */
export async function answerSurvey(id: string, answers: readonly SurveyAnswer[]): Promise<void> {
  const survey = await findSurvey(id);
  if (survey.status === SurveyStatus.Draft) throw notOpen(survey.status);
  const invitation = await currentInvitation(survey);
  if (!invitation) throw new AppError('FORBIDDEN', 'The survey did not invite this employee.');
  const [fingerprint, ...earlier] = ballotFingerprints(survey, invitation.employeeId);
  if (survey.status !== SurveyStatus.Open || fingerprint === undefined) throw notOpen(survey.status);
  assertValid(validateAnswers(answers, survey.questions));
  if (earlier.length > 0 && (await SurveyBallotModel.exists({ fingerprint: { $in: earlier } }))) throw answered();
  try {
    await store(survey, fingerprint, invitation.departmentId, answers);
  } catch (error) {
    if (isDuplicate(error)) throw answered();
    throw error;
  }
}

function store(
  survey: Survey,
  fingerprint: string,
  departmentId: string | null,
  answers: readonly SurveyAnswer[],
): Promise<void> {
  const surveyId = survey._id;
  const at = { createdAt: survey.openedAt, updatedAt: survey.openedAt };
  const untimed = { timestamps: false } as const;
  return inTransaction(async () => {
    // Writing the survey conflicts with closing it, so that no answer is stored after the closing; and with every other answer:
    // it comes first, so that an employee who could write it is no longer refused.
    const counted = await SurveyModel.updateOne(
      { _id: surveyId, status: SurveyStatus.Open },
      { $inc: { responses: 1 } },
      untimed,
    );
    if (counted.matchedCount === 0) throw notOpen(SurveyStatus.Closed);
    await new SurveyBallotModel({ surveyId, fingerprint, ...at }).save(untimed);
    const scores = answers.flatMap(({ questionId, score }) =>
      typeof score === 'number' ? [{ questionId, score }] : [],
    );
    await new SurveyResponseModel({ surveyId, departmentId, scores, ...at }).save(untimed);
    for (const { questionId, text } of answers) {
      const trimmed = text?.trim();
      if (trimmed) await new SurveyCommentModel({ surveyId, questionId, text: trimmed, ...at }).save(untimed);
    }
  });
}

const answered = (): Error => conflict(refusal('SURVEY_ALREADY_ANSWERED'));

function notOpen(status: SurveyStatus): Error {
  return conflict(refusal('SURVEY_TAKES_NO_ANSWERS', { status }));
}

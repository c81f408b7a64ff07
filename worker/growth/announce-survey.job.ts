import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import { notify } from '../../shared/comms/notification.store';
import { inviteLate, invitedEmployees } from '../../shared/growth/pulse-surveys/survey-invitation.store';
import { SurveyStatus } from '../../shared/growth/pulse-surveys/survey-status';
import { findSurvey } from '../../shared/growth/pulse-surveys/survey.store';
import type { AnnounceResult } from '../../shared/jobs/contract';
import { CALCULATING, defineJob, type Run } from '../define-job';

const AT_ONCE = 1_000;

/** Notifies those whom an open survey invited, each account once even if the job runs again; no one once it is closed. */
export const announceSurvey = defineJob({
  name: 'growth.announce-survey',
  retry: CALCULATING,
  onFailed: null,
  run: announce,
});

async function announce(run: Run<'growth.announce-survey'>): Promise<AnnounceResult> {
  const survey = await findSurvey(run.payload.surveyId);
  if (survey.status !== SurveyStatus.Open) return { notified: 0 };
  await inviteLate(survey);
  const people = await invitedEmployees(survey._id);
  const link = CONSOLE_PAGES.survey(survey._id);
  let notified = 0;
  for (let start = 0; start < people.length; start += AT_ONCE) {
    await run.progress(start, people.length);
    const recipients = people
      .slice(start, start + AT_ONCE)
      .map((employeeId) => ({ employeeId, values: { survey: survey.name }, link }));
    notified += await run.write(() => notify('survey-opened', `survey-opened:${survey._id}`, recipients));
  }
  return { notified };
}

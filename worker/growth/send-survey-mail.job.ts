import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import { MailDeliveryModel } from '../../shared/comms/mail/mail-delivery.model';
import { findMailRoute } from '../../shared/comms/mail/mail-route.store';
import { inviteLate, invitedEmployees } from '../../shared/growth/pulse-surveys/survey-invitation.store';
import { deleteReminderDeliveries, employeesToRemind } from '../../shared/growth/pulse-surveys/survey-mail.store';
import { SurveyStatus } from '../../shared/growth/pulse-surveys/survey-status';
import type { Survey } from '../../shared/growth/pulse-surveys/survey.model';
import { findSurvey } from '../../shared/growth/pulse-surveys/survey.store';
import type { SurveyMailResult } from '../../shared/jobs/contract';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { defineJob, MAILING, type Run } from '../define-job';
import { recordJob } from '../job-audit';
import { type MailingRun, type MailOccasion, sendMails } from '../people/deliver-mails';

type SurveyMailRun = Run<'growth.send-survey-mail'>;

/**
 * Emails the accounts that a survey invites, or those that have not answered. Runs again where it was cut off. Nothing is sent once
 * the survey is closed, or without a mail server.
 */
export const sendSurveyMail = defineJob({
  name: 'growth.send-survey-mail',
  retry: MAILING,
  onFailed: async ({ surveyId }) => {
    const survey = await findSurvey(surveyId);
    if (survey.status !== SurveyStatus.Open) await deleteReminderDeliveries(survey);
  },
  run: sendAll,
});

async function sendAll(run: SurveyMailRun): Promise<SurveyMailResult> {
  const { surveyId, kind } = run.payload;
  const survey = await findSurvey(surveyId);
  if (survey.status !== SurveyStatus.Open || (await findMailRoute()) === null) return { recipients: 0 };
  await inviteLate(survey);
  return kind === 'survey-opened' ? announce(run, survey) : remind(run, survey);
}

async function announce(run: SurveyMailRun, survey: Survey): Promise<SurveyMailResult> {
  const result = await sendMails(run, occasionOf(run, survey, await invitedEmployees(survey._id)));
  record(run, { ...result });
  return { recipients: result.recipients };
}

/** Sends reminders; neither progress nor stored rows reveal how many were sent, or to whom. */
async function remind(run: SurveyMailRun, survey: Survey): Promise<SurveyMailResult> {
  const hidden: MailingRun = { write: (change) => run.write(change), progress: () => run.progress(0, 1) };
  const occasion = occasionOf(run, survey, await employeesToRemind(survey));
  await sendMails(hidden, occasion);
  run.atEnd(async () => {
    await MailDeliveryModel.deleteMany({ triggerId: occasion.triggerId });
  });
  const recipients = survey.reminder?.recipients ?? 0;
  record(run, { recipients });
  return { recipients };
}

function occasionOf(
  { payload: { kind, triggerId } }: SurveyMailRun,
  { _id, name }: Survey,
  employeeIds: readonly string[],
): MailOccasion {
  const values = new Map(employeeIds.map((employeeId) => [employeeId, { survey: name }]));
  return { kind, triggerId, aboutId: _id, values, path: CONSOLE_PAGES.survey(_id) };
}

function record(run: SurveyMailRun, counts: Record<string, number>): void {
  const { surveyId, kind } = run.payload;
  recordJob(run, 'mail.sent', { entityType: AuditEntity.Survey, entityId: surveyId }, { kind, ...counts });
}

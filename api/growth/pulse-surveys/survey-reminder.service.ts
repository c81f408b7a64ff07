import { mailRoute } from '../../../shared/comms/mail/mail-route.store';
import { inTransaction } from '../../../shared/db/transaction';
import { SAME_TRIGGER_MS } from '../../../shared/evaluation/cycles/cycle-mail.rules';
import { inviteLate } from '../../../shared/growth/pulse-surveys/survey-invitation.store';
import { deleteReminderDeliveries } from '../../../shared/growth/pulse-surveys/survey-mail.store';
import { SurveyStatus } from '../../../shared/growth/pulse-surveys/survey-status';
import { type Survey, SurveyModel } from '../../../shared/growth/pulse-surveys/survey.model';
import { findSurvey } from '../../../shared/growth/pulse-surveys/survey.store';
import { enqueueStored, storeJob } from '../../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { inMs, now } from '../../../shared/kernel/clock';
import { conflict } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { refusal } from '../../../shared/kernel/refusals/refusal';

type SurveyMailJob = Job & { type: 'growth.send-survey-mail' };

/**
 * Starts the emails to those who have not answered an Open survey, and returns their job. A second call within 10 minutes, also a
 * concurrent one, gets the first one's job; if that job failed, a new job continues it. Throws NOT_FOUND, and CONFLICT when the
 * survey is not Open or no mail server is configured.
 */
export async function remindOfSurvey(id: string): Promise<SurveyMailJob> {
  assertOpen(await findSurvey(id));
  await mailRoute();
  await inviteLate(await findSurvey(id));
  const { job, isNew } = await inTransaction(async () => {
    const survey = await findSurvey(id);
    assertOpen(survey);
    const { reminder } = survey;
    const recent = reminder && reminder.at > inMs(-SAME_TRIGGER_MS) ? reminder : null;
    const last = recent && (await JobModel.findById(recent.jobId).lean<SurveyMailJob>());
    if (last && last.status !== JobStatus.Failed) return { job: last, isNew: false };
    if (!recent) await deleteReminderDeliveries(survey);
    const { id: triggerId, at } = recent ?? { id: newId(), at: now() };
    const stored = await storeJob('growth.send-survey-mail', { surveyId: id, kind: 'survey-reminder', triggerId });
    const next = { id: triggerId, jobId: stored._id, at, recipients: (survey.invited ?? 0) - survey.responses };
    // Conflicts with concurrent reminders, answers and the closing, which run one after the other.
    await SurveyModel.updateOne({ _id: id, status: SurveyStatus.Open }, { $set: { reminder: next } });
    return { job: stored, isNew: true };
  });
  if (isNew) await enqueueStored(job);
  return job;
}

function assertOpen({ status }: Pick<Survey, 'status'>): void {
  if (status !== SurveyStatus.Open) throw conflict(refusal('SURVEY_REMINDS_NO_ONE', { status }));
}

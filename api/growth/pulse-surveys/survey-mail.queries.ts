import { CONSOLE_PAGES } from '../../../shared/comms/console-pages';
import { audienceOf } from '../../../shared/growth/pulse-surveys/survey-invitation.store';
import { openingMailId } from '../../../shared/growth/pulse-surveys/survey-mail.store';
import { SurveyStatus } from '../../../shared/growth/pulse-surveys/survey-status';
import type { Survey } from '../../../shared/growth/pulse-surveys/survey.model';
import { findSurvey } from '../../../shared/growth/pulse-surveys/survey.store';
import { mailRecipients } from '../../../shared/people/mail-recipients.store';
import { mailPreview } from '../../comms/mail-preview.queries';
import { SurveyMail, type SurveyMailPreview } from './survey-mail.dto';

/** Returns the content and the number of recipients of an email about a survey before it is sent. Throws NOT_FOUND. */
export async function previewSurveyMail(id: string, kind: SurveyMail): Promise<SurveyMailPreview> {
  const survey = await findSurvey(id);
  const about = kind === SurveyMail.Opened ? await opening(survey) : reminding(survey);
  const path = CONSOLE_PAGES.survey(id);
  return { kind, ...(await mailPreview({ kind, ...about, values: { survey: survey.name }, path })) };
}

interface About {
  recipients: number;
  lastSentAt: Date | null;
  lastTriggerId: string | null;
}

async function opening(survey: Survey): Promise<About> {
  const { _id, status, openedAt } = survey;
  if (status !== SurveyStatus.Draft) return { recipients: 0, lastSentAt: openedAt, lastTriggerId: openingMailId(_id) };
  const audience = await audienceOf(survey);
  const reached = await mailRecipients(
    SurveyMail.Opened,
    audience.map((employee) => employee._id),
  );
  return { recipients: reached.size, lastSentAt: null, lastTriggerId: null };
}

function reminding({ status, invited, responses, reminder }: Survey): About {
  const recipients = status === SurveyStatus.Open ? (invited ?? 0) - responses : 0;
  return { recipients, lastSentAt: reminder?.at ?? null, lastTriggerId: null };
}

import type { MailPreview } from '../../comms/mail-preview.dto';

/** The emails about a survey. */
export enum SurveyMail {
  Opened = 'survey-opened',
  Reminder = 'survey-reminder',
}

/**
 * An email about a survey before it is sent. For a reminder `recipients` are the invited employees who have not answered, also
 * those without an account, and `last` is null: other numbers could reveal who they are.
 */
export interface SurveyMailPreview extends MailPreview {
  kind: SurveyMail;
}

/** What a reminder has started. */
export interface SurveyReminded {
  /**
   * Invited employees who had not answered. Those of them with an account get one email; no one sees who.
   * @example 12
   */
  recipients: number;
}

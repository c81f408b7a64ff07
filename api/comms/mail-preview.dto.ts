import type { Instant } from '../http/types';

/** The result of emails that were sent. */
export interface MailOutcome {
  /** @example 42 */
  sent: number;
  /** Addresses that the mail server refused. */
  failed: number;
  /** Recipients who left in the meantime, or to whom the email no longer applied. */
  skipped: number;
  /** Emails that are still to be sent. */
  pending: number;
}

/** An email before it is sent, with a sample name and numbers, which are the same each time. */
export interface MailPreview {
  /**
   * Number of people to whom it would go now; each gets one email.
   * @example 42
   */
  recipients: number;
  /** Whether a mail server is configured; without one no email is sent. */
  isMailConfigured: boolean;
  /** When this email was last started, for all recipients or a part; null if never. */
  lastSentAt: Instant | null;
  /** Its result; null if it was never sent, and for surveys where the numbers could reveal who has answered. */
  last: MailOutcome | null;
  /**
   * The email in the language of the organization.
   * @example "Reminder: Annual evaluation 2026"
   */
  subject: string;
  text: string;
}

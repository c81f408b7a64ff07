import type { CycleMail } from '../../shared/evaluation/cycles/cycle-mail.rules';
import type { Instant } from '../http/types';

/** An email about a cycle before it is sent. */
export interface CycleMailPreview {
  kind: CycleMail;
  /**
   * Number of people to whom it would go now; each gets one email.
   * @example 42
   */
  recipients: number;
  /** When this email about the cycle was last started, for all recipients or a part; null if never. */
  lastSentAt: Instant | null;
  /**
   * The email in the language of the organization, with a sample name.
   * @example "Reminder: Annual evaluation 2026"
   */
  subject: string;
  text: string;
}

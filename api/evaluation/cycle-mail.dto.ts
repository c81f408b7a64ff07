import type { CycleMail } from '../../shared/evaluation/cycles/cycle-mail.rules';
import type { MailOutcome, MailPreview } from '../comms/mail-preview.dto';
import type { Instant } from '../http/types';

/** The emails about a cycle that a preview shows: those that HR sends, and those that go out by themselves. */
export type PreviewedCycleMail = CycleMail | 'nominations-asked';

/** An email about a cycle before it is sent. */
export interface CycleMailPreview extends MailPreview {
  kind: PreviewedCycleMail;
}

/** The last email of a kind about a cycle. */
export interface SentCycleMail {
  kind: PreviewedCycleMail;
  sentAt: Instant;
  outcome: MailOutcome;
}

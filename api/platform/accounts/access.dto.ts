import type { Id, Instant } from '../../http/types';

/** The result of emailing a temporary password, which only the email contains. */
export interface AccessView {
  /** The account. */
  userId: Id;
  /**
   * The recipient of the email.
   * @example "ana.garcia@example.com"
   */
  email: string;
  sentAt: Instant;
  /** When the temporary password expires. */
  expiresAt: Instant;
}

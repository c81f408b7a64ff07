import type { Id, Instant } from '../../http/types';

/** What became of a temporary password that was mailed; it stands in the mail alone. */
export interface AccessView {
  /** The account. */
  userId: Id;
  /**
   * Where the mail went.
   * @example "ana.garcia@example.com"
   */
  email: string;
  sentAt: Instant;
  /** When the temporary password ends. */
  expiresAt: Instant;
}

import { toInstant } from '../../../shared/kernel/clock';
import type { Session } from '../../../shared/platform/session.model';
import type { Id, Instant } from '../../http/types';

/** A live session. */
export interface SessionView {
  id: Id;
  /** When the user signed in. */
  createdAt: Instant;
  /** When its tokens were last renewed. */
  refreshedAt: Instant;
  /** When a request last used it, accurate to a few minutes. */
  lastSeenAt: Instant;
  expiresAt: Instant;
  ip: string | null;
  userAgent: string | null;
  /**
   * The identity provider at which the user signed in; null for a password.
   * @example "https://login.example.com"
   */
  ssoIssuer: string | null;
  /** Whether it is the session of this request. */
  isCurrent: boolean;
}

export function toSessionView(row: Session, currentId: string): SessionView {
  return {
    id: row._id,
    createdAt: toInstant(row.createdAt),
    refreshedAt: toInstant(row.rotatedAt),
    lastSeenAt: toInstant(row.lastSeenAt),
    expiresAt: toInstant(row.expiresAt),
    ip: row.ip,
    userAgent: row.userAgent,
    ssoIssuer: row.sso?.issuer ?? null,
    isCurrent: row._id === currentId,
  };
}

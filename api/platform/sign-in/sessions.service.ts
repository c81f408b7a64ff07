import { pickRow } from '../../../shared/db/pick';
import { afterCommit, inTransaction } from '../../../shared/db/transaction';
import { inMs, now } from '../../../shared/kernel/clock';
import { config } from '../../../shared/kernel/config';
import { actor, context, inTenant, tenantId } from '../../../shared/kernel/context';
import { AppError } from '../../../shared/kernel/errors';
import { hashToken, newId } from '../../../shared/kernel/ids';
import { logger } from '../../../shared/kernel/logger';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { type Session, SessionModel, type SessionProvider } from '../../../shared/platform/session.model';
import { limitedAddress } from '../../http/client-address';
import { isLive, sessionMs } from '../sso/sign-in-policy.rules';
import { signInPolicy } from '../sso/sign-in-settings.store';
import { forgetSessions } from './session-state';
import { newSessionToken, readSessionToken, successorOf } from './tokens';

/** How long the predecessor of a refresh token still gets the same successor. */
const GRACE_MS = 10_000;
/** Longest search for a used token; an hourly refresh makes 720 in a session's lifetime. */
const MAX_CHAIN_LENGTH = 10_000;

export interface OpenedSession {
  sessionId: string;
  refreshToken: string;
  /** Null unless the sign-in requested a cookie. */
  cookie: NewCookie | null;
}

export interface NewCookie {
  token: string;
  seconds: number;
}

export interface NewSession {
  userId: string;
  withCookie?: boolean;
  /** The provider that authenticated the user; null for a password. */
  sso?: SessionProvider | null;
}

/** Opens a session of a user of the context's tenant. */
export async function openSession({ userId, withCookie = false, sso = null }: NewSession): Promise<OpenedSession> {
  const sessionId = newId();
  const refreshToken = newSessionToken(tenantId(), sessionId);
  const cookieToken = withCookie ? newSessionToken(tenantId(), sessionId) : null;
  const { ip, userAgent } = context();
  const lastsMs = sessionMs(await signInPolicy());
  await SessionModel.create({
    _id: sessionId,
    userId,
    refreshHash: hashToken(refreshToken),
    cookieHash: cookieToken && hashToken(cookieToken),
    rotatedAt: now(),
    lastSeenAt: now(),
    expiresAt: inMs(lastsMs),
    ip: ip ?? null,
    network: limitedAddress(ip),
    userAgent: userAgent?.slice(0, 300) ?? null,
    sso,
  });
  const cookie = cookieToken === null ? null : { token: cookieToken, seconds: lastsMs / 1_000 };
  return { sessionId, refreshToken, cookie };
}

const refused = (): AppError => new AppError('UNAUTHENTICATED', 'The refresh token is not valid.');

/**
 * Returns the live session that a refresh token may renew: it is the current token, or its predecessor within 10 s.
 * Throws UNAUTHENTICATED. Using an older token revokes the whole session; a forged one has no effect.
 */
export async function renewableSession(token: string): Promise<Session> {
  const named = readSessionToken(token);
  if (!named) throw refused();
  return inTenant(named.tenantId, async () => {
    const [policy, session] = [await signInPolicy(), await SessionModel.findById(named.sessionId).lean<Session>()];
    if (!session || !isLive(session, policy, now())) throw refused();
    const hash = hashToken(token);
    if (session.refreshHash === hash) return session;
    if (session.previousHash === hash && now().getTime() - session.rotatedAt.getTime() <= GRACE_MS) return session;
    if (wasSpent(token, session)) {
      await endSession(session._id, 'auth.refresh-reused', session.userId);
      logger.warn('a spent refresh token was used again; its session is revoked', { sessionId: session._id });
    }
    throw refused();
  });
}

/**
 * Makes the token's successor current and returns it; concurrent calls with one token return the same. Throws UNAUTHENTICATED.
 */
export async function rotate(session: Session, token: string): Promise<string> {
  const hash = hashToken(token);
  const successor = successorOf(token);
  if (session.refreshHash !== hash) return successorInForce(session, token) ?? successor; // the predecessor
  const rotated = await SessionModel.updateOne(
    { _id: session._id, refreshHash: hash, revokedAt: null },
    {
      $set: { refreshHash: hashToken(successor), previousHash: hash, rotatedAt: now(), lastSeenAt: now() },
      $inc: { rotations: 1 },
    },
  );
  // Either a concurrent refresh of the same token has the same successor, or the session was revoked.
  if (rotated.matchedCount === 0) await renewableSession(token);
  return successor;
}

/** Returns the current successor of a token, whichever secret it was derived with. */
function successorInForce(session: Session, token: string): string | undefined {
  return config()
    .JWT_SECRETS.map((secret) => successorOf(token, secret))
    .find((successor) => hashToken(successor) === session.refreshHash);
}

/**
 * Whether the token is an ancestor of the current one: each successor is derived from its predecessor. Tokens from
 * before a change of the secret are not found, and refused like forged ones.
 */
function wasSpent(token: string, session: Session): boolean {
  return config().JWT_SECRETS.some((secret) => leadsToForce(token, session, secret));
}

function leadsToForce(token: string, session: Session, secret: string): boolean {
  let link = token;
  for (let step = 0; step < Math.min(session.rotations, MAX_CHAIN_LENGTH); step++) {
    link = successorOf(link, secret);
    if (hashToken(link) === session.refreshHash) return true;
  }
  return false;
}

/** Ends the caller's session and returns where the one at the identity provider ends; null without one. */
export async function signOut(): Promise<string | null> {
  const { sessionId, userId } = actor();
  const session = await pickRow(SessionModel.findById(sessionId), 'sso');
  await endSession(sessionId, 'auth.signed-out', userId);
  return session?.sso?.endSessionUrl ?? null;
}

async function endSession(id: string, event: 'auth.refresh-reused' | 'auth.signed-out', userId: string): Promise<void> {
  await inTransaction(async () => {
    if ((await revokeSessions({ _id: id })) === 0) return;
    await recordAudit(event, { entityType: AuditEntity.User, entityId: userId });
  });
}

/** The sessions to revoke: one, one of a user, or all of a user, except one or only those opened at a provider. */
type WhichSessions = { _id: string; userId?: string } | { userId: string; except?: string; bySso?: true };

/** Revokes sessions of the context's tenant; returns the number of live ones. */
export async function revokeSessions(which: WhichSessions): Promise<number> {
  const filter =
    '_id' in which
      ? which
      : {
          userId: which.userId,
          ...(which.except ? { _id: { $ne: which.except } } : {}),
          ...(which.bySso ? { sso: { $ne: null } } : {}),
        };
  const revoked = await SessionModel.updateMany({ ...filter, revokedAt: null }, { $set: { revokedAt: now() } });
  await afterCommit(forgetSessions);
  return revoked.modifiedCount;
}

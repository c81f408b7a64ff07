import { afterCommit, inTransaction } from '../../../shared/db/transaction';
import { inMs, now } from '../../../shared/kernel/clock';
import { actor, context, inTenant } from '../../../shared/kernel/context';
import { AppError } from '../../../shared/kernel/errors';
import { hashToken, newId } from '../../../shared/kernel/ids';
import { logger } from '../../../shared/kernel/logger';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { type Session, SessionModel } from '../../../shared/platform/session.model';
import { forgetSessions } from './session-state';
import { newSessionToken, readSessionToken, successorOf } from './tokens';

/** How long a session lives, its refresh tokens and its cookie with it. */
export const SESSION_SECONDS = 30 * 24 * 3_600;
/** The direct predecessor of a refresh token is answered with the same successor for this long (decisions 4). */
const GRACE_MS = 10_000;
/** Bounds the search for a spent token; an hourly refresh makes 720 links in a session's life. */
const MAX_CHAIN_LENGTH = 10_000;

/** What a new session is used with. */
export interface OpenedSession {
  sessionId: string;
  refreshToken: string;
  /** null unless the sign-in asked for a cookie. */
  cookieToken: string | null;
}

/** Opens a session of a user of the context's tenant. */
export async function openSession(tenantId: string, userId: string, withCookie = false): Promise<OpenedSession> {
  const sessionId = newId();
  const refreshToken = newSessionToken(tenantId, sessionId);
  const cookieToken = withCookie ? newSessionToken(tenantId, sessionId) : null;
  const { ip, userAgent } = context();
  await SessionModel.create({
    _id: sessionId,
    userId,
    refreshHash: hashToken(refreshToken),
    cookieHash: cookieToken && hashToken(cookieToken),
    rotatedAt: now(),
    lastSeenAt: now(),
    expiresAt: inMs(SESSION_SECONDS * 1_000),
    ip: ip ?? null,
    userAgent: userAgent?.slice(0, 300) ?? null,
  });
  return { sessionId, refreshToken, cookieToken };
}

const refused = (): AppError => new AppError('UNAUTHENTICATED', 'The refresh token is not valid.');

/**
 * The live session that a refresh token may renew: it is the one in force, or its direct predecessor within 10 s (decisions
 * 4). Throws UNAUTHENTICATED. A spent token used again revokes the whole session; a forged one does no harm to it.
 */
export async function renewableSession(token: string): Promise<Session> {
  const named = readSessionToken(token);
  if (!named) throw refused();
  return inTenant(named.tenantId, async () => {
    const session = await SessionModel.findById(named.sessionId).lean<Session>();
    if (!session || session.revokedAt || session.expiresAt <= now()) throw refused();
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

/** Puts the token's successor in force and returns it; parallel calls with one token return the same. Throws UNAUTHENTICATED. */
export async function rotate(session: Session, token: string): Promise<string> {
  const hash = hashToken(token);
  const successor = successorOf(token);
  if (session.refreshHash !== hash) return successor; // the direct predecessor: its successor is in force already
  const rotated = await SessionModel.updateOne(
    { _id: session._id, refreshHash: hash, revokedAt: null },
    { $set: { refreshHash: hashToken(successor), previousHash: hash, rotatedAt: now() }, $inc: { rotations: 1 } },
  );
  // Beaten by a parallel refresh of the same token, whose successor is ours too; or by a revocation.
  if (rotated.matchedCount === 0) await renewableSession(token);
  return successor;
}

/** Whether the token is an ancestor of the one in force: each successor is derived from its predecessor. */
function wasSpent(token: string, session: Session): boolean {
  let link = token;
  for (let step = 0; step < Math.min(session.rotations, MAX_CHAIN_LENGTH); step++) {
    link = successorOf(link);
    if (hashToken(link) === session.refreshHash) return true;
  }
  return false;
}

/** Ends the caller's session. */
export async function signOut(): Promise<void> {
  const { sessionId, userId } = actor();
  await endSession(sessionId, 'auth.signed-out', userId);
}

async function endSession(id: string, event: 'auth.refresh-reused' | 'auth.signed-out', userId: string): Promise<void> {
  await inTransaction(async () => {
    if ((await revokeSessions({ _id: id })) === 0) return;
    await recordAudit(event, { entityType: AuditEntity.User, entityId: userId });
  });
}

/** Which sessions to revoke: one, one of a user, or all of a user but one. */
type WhichSessions = { _id: string; userId?: string } | { userId: string; except?: string };

/** Revokes sessions of the context's tenant; returns how many were live. */
export async function revokeSessions(which: WhichSessions): Promise<number> {
  const filter =
    '_id' in which ? which : { userId: which.userId, ...(which.except ? { _id: { $ne: which.except } } : {}) };
  const revoked = await SessionModel.updateMany({ ...filter, revokedAt: null }, { $set: { revokedAt: now() } });
  await afterCommit(forgetSessions);
  return revoked.modifiedCount;
}

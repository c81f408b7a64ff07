import { inTenant, context } from '../../shared/kernel/context';
import { inMs, now } from '../../shared/kernel/clock';
import { AppError } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { logger } from '../../shared/kernel/logger';
import { type Session, SessionModel } from '../../shared/platform/session.model';
import { forgetSessions } from '../http/session-state';
import { hashToken, newRefreshToken, readRefreshToken, successorOf } from './tokens';

const LIFETIME_MS = 30 * 24 * 3_600_000;
/** The direct predecessor of a refresh token is answered with the same successor for this long (decisions 4). */
const GRACE_MS = 10_000;
/** Bounds the search for a spent token; an hourly refresh makes 720 links in a session's life. */
const LONGEST_CHAIN = 10_000;

/** Opens a session of a user of the context's tenant. */
export async function openSession(
  tenantId: string,
  userId: string,
): Promise<{ sessionId: string; refreshToken: string }> {
  const sessionId = newId();
  const refreshToken = newRefreshToken(tenantId, sessionId);
  const { ip, userAgent } = context();
  await SessionModel.create({
    _id: sessionId,
    userId,
    refreshHash: hashToken(refreshToken),
    rotatedAt: now(),
    expiresAt: inMs(LIFETIME_MS),
    ip: ip ?? null,
    userAgent: userAgent?.slice(0, 300) ?? null,
  });
  return { sessionId, refreshToken };
}

const refused = (): AppError => new AppError('UNAUTHENTICATED', 'The refresh token is not valid.');

/**
 * The live session that a refresh token may renew: it is the one in force, or its direct predecessor within 10 s (decisions
 * 4). Throws UNAUTHENTICATED. A spent token used again revokes the whole session; a forged one does no harm to it.
 */
export async function renewableSession(token: string): Promise<Session> {
  const named = readRefreshToken(token);
  if (!named) throw refused();
  return inTenant(named.tenantId, async () => {
    const session = await SessionModel.findById(named.sessionId).lean<Session>();
    if (!session || session.revokedAt || session.expiresAt <= now()) throw refused();
    const hash = hashToken(token);
    if (session.refreshHash === hash) return session;
    if (session.previousHash === hash && now().getTime() - session.rotatedAt.getTime() <= GRACE_MS) return session;
    if (wasSpent(token, session)) {
      await revokeSessions({ _id: session._id });
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
  for (let step = 0; step < Math.min(session.rotations, LONGEST_CHAIN); step++) {
    link = successorOf(link);
    if (hashToken(link) === session.refreshHash) return true;
  }
  return false;
}

/** Which sessions to revoke: one, one of a user, or all of a user but one. */
type WhichSessions = { _id: string; userId?: string } | { userId: string; except?: string };

/** Revokes sessions of the context's tenant; returns how many were live. */
export async function revokeSessions(which: WhichSessions): Promise<number> {
  const filter =
    '_id' in which ? which : { userId: which.userId, ...(which.except ? { _id: { $ne: which.except } } : {}) };
  const revoked = await SessionModel.updateMany({ ...filter, revokedAt: null }, { $set: { revokedAt: now() } });
  forgetSessions();
  return revoked.modifiedCount;
}

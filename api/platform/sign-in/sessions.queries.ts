import { listRows } from '../../../shared/db/list';
import { now } from '../../../shared/kernel/clock';
import { actor } from '../../../shared/kernel/context';
import { SessionModel } from '../../../shared/platform/session.model';
import type { PageRequest } from '../../http/pagination';
import { sessionLimits } from '../sso/sign-in-policy.rules';
import { signInPolicy } from '../sso/sign-in-settings.store';
import { type SessionView, toSessionView } from './sessions.dto';

/** Returns one page of a user's live sessions, newest first. */
export async function listSessions(
  userId: string,
  page: PageRequest,
): Promise<{ items: SessionView[]; totalCount: number }> {
  const { usedAfter, begunAfter } = sessionLimits(await signInPolicy(), now());
  const live = {
    userId,
    revokedAt: null,
    expiresAt: { $gt: now() },
    lastSeenAt: { $gt: usedAfter },
    createdAt: { $gt: begunAfter },
  };
  const { rows, totalCount } = await listRows(SessionModel, live, { createdAt: -1 }, page);
  const { sessionId } = actor();
  return { items: rows.map((row) => toSessionView(row, sessionId)), totalCount };
}

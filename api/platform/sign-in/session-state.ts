import { inTenant, PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { inMs, now } from '../../../shared/kernel/clock';
import type { Role } from '../../../shared/kernel/permissions';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { SessionModel } from '../../../shared/platform/session.model';
import { type Tenant, TenantModel } from '../../../shared/platform/tenant.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { BriefCache } from '../../http/brief-cache';

/** What a request needs to know of its session, read from the database and not from the token. */
export interface SessionState {
  userId: string;
  email: string;
  roles: Role[];
  employeeId: string | null;
  mustChangePassword: boolean;
  twoFactorEnabled: boolean;
  lastSignInAt: Date | null;
  /** SHA-256 of the token in the session's cookie; null without one. */
  cookieHash: string | null;
  /** null for accounts of the platform. */
  tenant: Tenant | null;
}

const USE_NOTED_EVERY_MS = 5 * 60_000;

const states = new BriefCache<SessionState | null>();

/** The state of a live session, at most 0.9 s old; null when it is revoked, expired, or its user is inactive. */
export function sessionState(scope: string, sessionId: string): Promise<SessionState | null> {
  return states.get(`${scope}/${sessionId}`, () => readState(scope, sessionId));
}

/** Forgets what this process knows, so that its own changes of sessions, users and tenants hold at once. */
export function forgetSessions(): void {
  states.clear();
}

async function readState(scope: string, sessionId: string): Promise<SessionState | null> {
  return inTenant(scope, async () => {
    const session = await SessionModel.findById(sessionId)
      .select('userId cookieHash lastSeenAt revokedAt expiresAt')
      .lean();
    if (!session || session.revokedAt || session.expiresAt <= now()) return null;
    await noteUse(sessionId, session.lastSeenAt);
    const [user, credential, tenant] = await Promise.all([
      UserModel.findById(session.userId).lean(),
      CredentialModel.findById(session.userId).select('mustChangePassword twoFactorSecret lastSignInAt').lean(),
      scope === PLATFORM_SCOPE ? null : TenantModel.findById(scope).lean<Tenant>(),
    ]);
    if (!user?.isActive || (scope !== PLATFORM_SCOPE && !tenant)) return null;
    return {
      userId: user._id,
      email: user.email,
      roles: user.roles,
      employeeId: user.employeeId,
      mustChangePassword: credential?.mustChangePassword ?? false,
      twoFactorEnabled: typeof credential?.twoFactorSecret === 'string',
      lastSignInAt: credential?.lastSignInAt ?? null,
      cookieHash: session.cookieHash,
      tenant,
    };
  });
}

/** Keeps `lastSeenAt` with one write in five minutes and session: reads stay reads. */
async function noteUse(sessionId: string, lastSeenAt: Date): Promise<void> {
  if (lastSeenAt > inMs(-USE_NOTED_EVERY_MS)) return;
  await SessionModel.updateOne({ _id: sessionId }, { $set: { lastSeenAt: now() } }, { timestamps: false });
}

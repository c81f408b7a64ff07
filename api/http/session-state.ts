import { inTenant, PLATFORM_SCOPE } from '../../shared/kernel/context';
import { now } from '../../shared/kernel/clock';
import type { Role } from '../../shared/kernel/permissions';
import { CredentialModel } from '../../shared/platform/credential.model';
import { SessionModel } from '../../shared/platform/session.model';
import { type Tenant, TenantModel } from '../../shared/platform/tenant.model';
import { UserModel } from '../../shared/platform/user.model';

/** What a request needs to know of its session, read from the database and not from the token. */
export interface SessionState {
  userId: string;
  email: string;
  roles: Role[];
  employeeId: string | null;
  mustChangePassword: boolean;
  /** null for accounts of the platform. */
  tenant: Tenant | null;
}

/** A revoked session, a deactivated or demoted user and a suspended tenant are refused within 1 s (decisions 4). */
const FRESH_MS = 900;
const MOST_ENTRIES = 10_000;

interface Entry {
  until: number;
  state: Promise<SessionState | null>;
}
const cache = new Map<string, Entry>();

/** The state of a live session, at most 0.9 s old; null when it is revoked, expired, or its user is inactive. */
export function sessionState(scope: string, sessionId: string): Promise<SessionState | null> {
  const known = cache.get(sessionId);
  const time = performance.now();
  if (known && known.until > time) return known.state;
  if (cache.size >= MOST_ENTRIES) cache.clear();
  const state = readState(scope, sessionId);
  state.catch(() => cache.delete(sessionId));
  cache.set(sessionId, { until: time + FRESH_MS, state });
  return state;
}

/** Forgets what this process knows, so that its own changes of sessions, users and tenants hold at once. */
export function forgetSessions(): void {
  cache.clear();
}

async function readState(scope: string, sessionId: string): Promise<SessionState | null> {
  return inTenant(scope, async () => {
    const session = await SessionModel.findById(sessionId).select('userId revokedAt expiresAt').lean();
    if (!session || session.revokedAt || session.expiresAt <= now()) return null;
    const [user, credential, tenant] = await Promise.all([
      UserModel.findById(session.userId).lean(),
      CredentialModel.findById(session.userId).select('mustChangePassword').lean(),
      scope === PLATFORM_SCOPE ? null : TenantModel.findById(scope).lean<Tenant>(),
    ]);
    if (!user?.isActive || (scope !== PLATFORM_SCOPE && !tenant)) return null;
    return {
      userId: user._id,
      email: user.email,
      roles: user.roles,
      employeeId: user.employeeId,
      mustChangePassword: credential?.mustChangePassword ?? false,
      tenant,
    };
  });
}

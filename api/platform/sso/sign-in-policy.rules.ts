import { DAY_MS, MINUTE_MS } from '../../../shared/kernel/clock';
import { Role } from '../../../shared/kernel/permissions';
import type { Session } from '../../../shared/platform/session.model';
import type { SignInSettings } from '../../../shared/platform/sso/sign-in-settings.model';
import { TwoFactorPolicy } from '../../../shared/platform/sso/two-factor-policy';

/** How long sessions last, and who needs two-factor authentication. */
export type SignInPolicy = Pick<SignInSettings, 'twoFactor' | 'sessionIdleMinutes' | 'sessionDays'>;

export const DEFAULT_POLICY: SignInPolicy = {
  twoFactor: TwoFactorPolicy.Optional,
  sessionIdleMinutes: 720,
  sessionDays: 30,
};

const ADMINS: readonly Role[] = [Role.TenantAdmin, Role.HRManager];

/** Whether an account of an organization needs two-factor authentication to sign in with a password. */
export function needsTwoFactor({ twoFactor }: SignInPolicy, roles: readonly Role[]): boolean {
  if (twoFactor === TwoFactorPolicy.Everybody) return true;
  return twoFactor === TwoFactorPolicy.Admins && roles.some((role) => ADMINS.includes(role));
}

export function sessionMs({ sessionDays }: SignInPolicy): number {
  return sessionDays * DAY_MS;
}

/** Returns the times after which a live session must have been used and must have begun. */
export function sessionLimits(policy: SignInPolicy, at: Date): { usedAfter: Date; begunAfter: Date } {
  return {
    usedAfter: new Date(at.getTime() - policy.sessionIdleMinutes * MINUTE_MS),
    begunAfter: new Date(at.getTime() - sessionMs(policy)),
  };
}

/** Whether a session is valid: not revoked, recently used, and not too old. */
export function isLive(
  session: Pick<Session, 'revokedAt' | 'expiresAt' | 'lastSeenAt' | 'createdAt'>,
  policy: SignInPolicy,
  at: Date,
): boolean {
  const { usedAfter, begunAfter } = sessionLimits(policy, at);
  const { revokedAt, expiresAt, lastSeenAt, createdAt } = session;
  return !revokedAt && expiresAt > at && lastSeenAt > usedAfter && createdAt > begunAfter;
}

/**
 * Returns how often the use of a session is stored, in milliseconds: every five minutes, more often for the shortest sessions.
 */
export function sessionUseIntervalMs({ sessionIdleMinutes }: SignInPolicy): number {
  return Math.min(5 * MINUTE_MS, sessionIdleMinutes * 1_000);
}

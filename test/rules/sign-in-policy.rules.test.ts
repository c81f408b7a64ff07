import {
  DEFAULT_POLICY,
  isLive,
  needsTwoFactor,
  sessionUseIntervalMs,
} from '../../api/platform/sso/sign-in-policy.rules';
import { Role } from '../../shared/kernel/permissions';
import { TwoFactorPolicy } from '../../shared/platform/sso/two-factor-policy';

// Second factor by policy and sessions.

const { Optional, Admins, Everybody } = TwoFactorPolicy;

test.each([
  [Optional, [Role.TenantAdmin], false],
  [Admins, [Role.TenantAdmin], true],
  [Admins, [Role.HRManager, Role.User], true],
  [Admins, [Role.User], false],
  [Everybody, [Role.User], true],
])('%s asks %j: %s', (twoFactor, roles, expected) => {
  expect(needsTwoFactor({ ...DEFAULT_POLICY, twoFactor }, roles)).toBe(expected);
});

const at = new Date('2026-11-24T12:00:00Z');
const before = (minutes: number): Date => new Date(at.getTime() - minutes * 60_000);
const DAY = 24 * 60;

test.each([
  ['just used', { seen: 0, begun: 10, ends: -10 }, true],
  ['unused for a minute less than allowed', { seen: 29, begun: 40, ends: -10 }, true],
  ['unused for as long as allowed', { seen: 30, begun: 40, ends: -10 }, false],
  ['a minute younger than allowed', { seen: 0, begun: 2 * DAY - 1, ends: -10 }, true],
  ['as old as allowed', { seen: 0, begun: 2 * DAY, ends: -10 }, false],
  ['past the end that it began with', { seen: 0, begun: 10, ends: 0 }, false],
])('a session that is %s: %j %s', (_name, { seen, begun, ends }, expected) => {
  const policy = { twoFactor: Optional, sessionIdleMinutes: 30, sessionDays: 2 };
  const times = { lastSeenAt: before(seen), createdAt: before(begun), expiresAt: before(ends) };
  expect(isLive({ ...times, revokedAt: null }, policy, at)).toBe(expected);
  expect(isLive({ ...times, revokedAt: before(1) }, policy, at)).toBe(false);
});

test('the use of a short session is noted often enough to keep it', () => {
  expect(sessionUseIntervalMs({ ...DEFAULT_POLICY, sessionIdleMinutes: 5 })).toBe(5_000);
  expect(sessionUseIntervalMs(DEFAULT_POLICY)).toBe(300_000);
});

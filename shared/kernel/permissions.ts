/** Platform roles; every user has `User`. */
export enum Role {
  SystemAdmin = 'SystemAdmin',
  TenantAdmin = 'TenantAdmin',
  HRManager = 'HRManager',
  User = 'User',
}

const PLATFORM = [Role.SystemAdmin];
const ADMIN = [Role.TenantAdmin];
const HR = [Role.HRManager, Role.TenantAdmin];
const ANYONE = [Role.User];

/**
 * The role matrix: who may pass a route that asks for the permission. A SystemAdmin who acts on a tenant
 * has a TenantAdmin's rights there. Which rows ("their direct reports"), `shared/policies` says.
 */
export const PERMISSIONS = {
  'tenants:manage': PLATFORM,
  'plans:manage': PLATFORM,
  'platform-settings:manage': PLATFORM,
  'queues:watch': PLATFORM,
  /** Accounts: a TenantAdmin manages those of the organization, a SystemAdmin those of the platform. */
  'users:manage': [...ADMIN, ...PLATFORM],
  'tenant-settings:read': ANYONE,
  'tenant-settings:write': ADMIN,
  'integrations:manage': ADMIN,
  'sign-in-settings:manage': ADMIN,
  /** Access to personal data, its erasure, and legal holds. */
  'privacy:manage': ADMIN,
  'audit-logs:read': [...ADMIN, ...PLATFORM],
  'people:manage': HR,
  'framework:manage': HR,
  /** Skill frameworks: a SystemAdmin manages the global ones, HR those of the organization. */
  'skill-frameworks:manage': [...HR, ...PLATFORM],
  'cycles:manage': HR,
  'peers:manage': HR,
  'results:read-all': HR,
  /** Results of oneself and of direct reports; whose, the rows decide. */
  'results:read': ANYONE,
  'exports:create': HR,
  'calibration:manage': HR,
  'career-paths:manage': HR,
  'career-paths:read': ANYONE,
  'pulse-surveys:manage': HR,
  'pulse-surveys:answer': ANYONE,
  /** Goals and development plans: whose, the rows decide. */
  'goals:use': ANYONE,
  'development-plans:use': ANYONE,
  'organizational-dashboard:read': HR,
  'platform-dashboard:read': PLATFORM,
  /** For those who have direct reports; the service asks. */
  'manager-dashboard:read': ANYONE,
  'my-dashboard:read': ANYONE,
  /** Email templates: a SystemAdmin manages those of the platform, HR those of the organization. */
  'email-templates:manage': [...HR, ...PLATFORM],
  'email-settings:manage': ADMIN,
  'email-triggers:send': HR,
  /** Files of one's own; HR roles see the tenant's. */
  'files:use': ANYONE,
  /** What a temporary password opens too: reading one's profile, changing the password, signing out. */
  'profile:enter': ANYONE,
  /** Setting two-factor authentication up, also while nothing else works before it. */
  'two-factor:set-up': ANYONE,
  /** The rest of one's own account: profile, sessions, two-factor authentication. */
  'profile:use': ANYONE,
  'notifications:use': ANYONE,
  'jobs:read': ANYONE,
  'my-evaluations:use': ANYONE,
  /** Peers of oneself and of those whose manager one is; whose, the rows decide. */
  'nominations:use': ANYONE,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** Whether a string names a permission; used where a route's declared scope enters as text. */
export function isPermission(name: string): name is Permission {
  return Object.hasOwn(PERMISSIONS, name);
}

/** Whether one of `roles` grants `permission`. */
export function mayPass(roles: readonly Role[], permission: Permission): boolean {
  const allowed: readonly Role[] = PERMISSIONS[permission];
  return roles.some((role) => allowed.includes(role));
}

/** Permissions that concern the platform and need no tenant. */
export function isPlatformPermission(permission: Permission): boolean {
  const allowed: readonly Role[] = PERMISSIONS[permission];
  return allowed.every((role) => role === Role.SystemAdmin);
}

/** HR roles see the whole tenant's rows where others see their own. */
export function isHr(roles: readonly Role[]): boolean {
  return roles.some((role) => HR.includes(role));
}

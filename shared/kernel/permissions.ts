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
 * The role matrix: which roles have each permission. A SystemAdmin who acts for a tenant has a TenantAdmin's rights
 * there. `policies` decides about rows ("their direct reports").
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
  /** Assigning evaluators: HR; managers ask guests about their direct reports where the organization allows it. */
  'guests:invite': ANYONE,
  'results:read-all': HR,
  /** Your own results and those of your direct reports; policies decide about rows. */
  'results:read': ANYONE,
  'exports:create': HR,
  'calibration:manage': HR,
  'career-paths:manage': HR,
  'career-paths:read': ANYONE,
  'pulse-surveys:manage': HR,
  'pulse-surveys:answer': ANYONE,
  /** Goals and development plans; policies decide about rows. */
  'goals:use': ANYONE,
  'development-plans:use': ANYONE,
  'organizational-dashboard:read': HR,
  'platform-dashboard:read': PLATFORM,
  /** For managers with direct reports; the service checks that. */
  'manager-dashboard:read': ANYONE,
  'my-dashboard:read': ANYONE,
  /** Email templates: a SystemAdmin manages those of the platform, HR those of the organization. */
  'email-templates:manage': [...HR, ...PLATFORM],
  'email-settings:manage': ADMIN,
  'email-triggers:send': HR,
  /** Your own files; HR roles see those of the tenant. */
  'files:use': ANYONE,
  /** What every session allows: reading your profile and signing out. */
  'profile:enter': ANYONE,
  /** Changing the password, also a temporary one before everything else. */
  'password:change': ANYONE,
  /** Setting up two-factor authentication, also while it is required before everything else. */
  'two-factor:set-up': ANYONE,
  /** The rest of your own account: profile, sessions, two-factor authentication. */
  'profile:use': ANYONE,
  'notifications:use': ANYONE,
  'jobs:read': ANYONE,
  'my-evaluations:use': ANYONE,
  /** Nominations of your own peers, and of those of your direct reports; policies decide about rows. */
  'nominations:use': ANYONE,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** Whether a string is a permission; for the scopes of routes, which are text. */
export function isPermission(name: string): name is Permission {
  return Object.hasOwn(PERMISSIONS, name);
}

export function mayPass(roles: readonly Role[], permission: Permission): boolean {
  const allowed: readonly Role[] = PERMISSIONS[permission];
  return roles.some((role) => allowed.includes(role));
}

/** Permissions of the platform, which need no tenant. */
export function isPlatformPermission(permission: Permission): boolean {
  const allowed: readonly Role[] = PERMISSIONS[permission];
  return allowed.every((role) => role === Role.SystemAdmin);
}

/** HR roles see the whole tenant's rows where others see their own. */
export function isHr(roles: readonly Role[]): boolean {
  return roles.some((role) => HR.includes(role));
}

/** Permissions that do not wait for the end of the onboarding. */
export const OPEN_DURING_ONBOARDING: ReadonlySet<Permission> = new Set<Permission>([
  'profile:enter',
  'password:change',
  'two-factor:set-up',
  'profile:use',
  'tenant-settings:read',
  'tenant-settings:write',
  'notifications:use',
]);

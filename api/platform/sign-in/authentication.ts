import type { Request } from 'express';
import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { inMs } from '../../../shared/kernel/clock';
import { context, PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { AppError } from '../../../shared/kernel/errors';
import { hashToken } from '../../../shared/kernel/ids';
import {
  isPlatformPermission,
  isPermission,
  mayPass,
  OPEN_DURING_ONBOARDING,
  type Permission,
  Role,
} from '../../../shared/kernel/permissions';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import type { Tenant } from '../../../shared/platform/tenant.model';
import { recordReading } from '../readings.store';
import { authenticateApiKey } from './api-key-authentication';
import { authenticateGuest } from './guest-authentication';
import { refuseInactive } from './inactive-tenant';
import { cookieToken, refuseForeignOrigin } from './session-cookie';
import { type SessionState, sessionState } from './session-state';
import { findTenantBySlug, namedSlug, refuseForeignHost } from './tenant-host';
import {
  type AccessClaims,
  keyOfToken,
  readSessionToken,
  TOKEN_ALGORITHM,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
} from './tokens';

const unauthenticated = (): AppError => new AppError('UNAUTHENTICATED', 'The token is missing or not valid.');
const forbidden = (): AppError => new AppError('FORBIDDEN', 'The role does not allow this.');

let strategyReady = false;

/** Maximum clock skew between processes; no token was created further in the future. */
const CLOCK_SKEW_MS = 60_000;

function isAccessClaims(claims: unknown): claims is AccessClaims {
  const { sub, sid, tenant_id, iat } = (claims ?? {}) as Record<string, unknown>;
  const isComplete = typeof sub === 'string' && typeof sid === 'string' && typeof iat === 'number';
  return (
    isComplete && ['string', 'undefined'].includes(typeof tenant_id) && iat * 1_000 <= inMs(CLOCK_SKEW_MS).getTime()
  );
}

/** Verifies the bearer token with passport-jwt: one fixed algorithm, issuer, audience and expiry. */
function bearerClaims(request: Request): Promise<AccessClaims> {
  if (!strategyReady) {
    passport.use(
      new Strategy(
        {
          jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
          // Its types allow only text; it passes the key on to jsonwebtoken, which accepts one.
          secretOrKeyProvider: (_request, token: string, done) => done(null, keyOfToken(token) as never),
          algorithms: [TOKEN_ALGORITHM],
          issuer: TOKEN_ISSUER,
          audience: TOKEN_AUDIENCE,
        },
        (claims: unknown, done: (error: unknown, claims: AccessClaims | false) => void) =>
          done(null, isAccessClaims(claims) ? claims : false),
      ),
    );
    strategyReady = true;
  }
  return new Promise((resolve, reject) => {
    const done = (error: unknown, claims: AccessClaims | false): void => {
      if (error instanceof Error) reject(error);
      else if (claims) resolve(claims);
      else reject(unauthenticated());
    };
    const authenticate = passport.authenticate('jwt', { session: false }, done) as (request: Request) => void;
    authenticate(request);
  });
}

interface ProvenSession {
  sessionId: string;
  state: SessionState;
}

/**
 * Returns the session of the bearer token, else of the cookie; throws UNAUTHENTICATED, and FORBIDDEN for a cookie from
 * another origin.
 */
async function provenSession(request: Request): Promise<ProvenSession> {
  const cookie = /^bearer /i.test(request.headers.authorization ?? '') ? null : cookieToken(request);
  if (cookie !== null) return cookieSession(request, cookie);
  const claims = await bearerClaims(request);
  const state = await sessionState(claims.tenant_id ?? PLATFORM_SCOPE, claims.sid);
  if (state?.userId !== claims.sub) throw unauthenticated();
  return { sessionId: claims.sid, state };
}

async function cookieSession(request: Request, token: string): Promise<ProvenSession> {
  const named = readSessionToken(token);
  const state = named && (await sessionState(named.tenantId, named.sessionId));
  if (!named || state?.cookieHash !== hashToken(token)) throw unauthenticated();
  context().provenUserId = state.userId;
  refuseForeignOrigin(request);
  return { sessionId: named.sessionId, state };
}

/**
 * Authenticates the caller, determines the tenant, checks the permission and fills in the request's context. tsoa calls it for
 * each operation with the permission that the operation declares. Throws UNAUTHENTICATED, FORBIDDEN, TENANT_MISMATCH,
 * TENANT_SUSPENDED, TENANT_CANCELLED, PASSWORD_CHANGE_REQUIRED, TWO_FACTOR_SETUP_REQUIRED, ONBOARDING_REQUIRED, BAD_REQUEST.
 */
export async function expressAuthentication(request: Request, scheme: string, scopes: string[] = []): Promise<void> {
  if (scheme === 'apiKey') return authenticateApiKey(request, scopes);
  if (scheme === 'guest') return authenticateGuest(request);
  const permission = scopes[0];
  if (scheme !== 'jwt' || permission === undefined || !isPermission(permission))
    throw new Error(`The operation declares no known permission: ${scheme} ${scopes.join(',')}`);
  const { sessionId, state } = await provenSession(request);
  context().provenUserId = state.userId;
  const standing = state.tenant
    ? ownTenant(request, state.tenant, state)
    : await platformStanding(request, permission, state);
  const filled = context();
  filled.tenantId = standing.tenantId;
  filled.actor = {
    userId: state.userId,
    email: state.email,
    roles: standing.roles,
    sessionId,
    employeeId: state.employeeId,
  };
  if (!mayPass(standing.roles, permission)) throw forbidden();
  if (!state.tenant && standing.tenantId !== PLATFORM_SCOPE) await recordEntry(standing.tenantId);
  if (state.mustChangePassword && permission !== 'profile:enter' && permission !== 'password:change')
    throw new AppError('PASSWORD_CHANGE_REQUIRED', refusal('CHANGE_TEMPORARY_PASSWORD_FIRST'));
  const isTemporary = state.mustChangePassword && permission === 'password:change';
  if (state.mustSetUpTwoFactor && !isTemporary && permission !== 'profile:enter' && permission !== 'two-factor:set-up')
    throw new AppError('TWO_FACTOR_SETUP_REQUIRED', refusal('SET_UP_TWO_FACTOR_FIRST'));
  if (standing.onboarding && !OPEN_DURING_ONBOARDING.has(permission))
    throw new AppError('ONBOARDING_REQUIRED', refusal('COMPLETE_ONBOARDING_FIRST'));
}

interface Standing {
  tenantId: string;
  roles: readonly Role[];
  onboarding: boolean;
}

function ownTenant(request: Request, tenant: Tenant, state: SessionState): Standing {
  refuseForeignHost(request, tenant);
  refuseInactive(tenant);
  return { tenantId: tenant._id, roles: state.roles, onboarding: !tenant.onboardingCompleted };
}

/** A SystemAdmin acts on the platform, or with a TenantAdmin's rights on the tenant in the request. */
async function platformStanding(request: Request, permission: Permission, { roles }: SessionState): Promise<Standing> {
  const platform: Standing = { tenantId: PLATFORM_SCOPE, roles, onboarding: false };
  if (isPlatformPermission(permission) || OWN_ACCOUNT.has(permission)) return platform;
  const slug = namedSlug(request);
  if (slug === null) {
    if (ALSO_WITHOUT_TENANT.has(permission)) return platform;
    throw forbidden();
  }
  if (!roles.includes(Role.SystemAdmin)) throw forbidden();
  const tenant = await findTenantBySlug(slug);
  if (!tenant) throw new AppError('BAD_REQUEST', refusal('ORGANIZATION_UNKNOWN'));
  return { tenantId: tenant._id, roles: [Role.SystemAdmin, Role.TenantAdmin, Role.User], onboarding: false };
}

/** Records in the organization's log that an operator acts for it. */
async function recordEntry(tenantId: string): Promise<void> {
  await recordReading('operator.entered', { entityType: AuditEntity.Tenant, entityId: tenantId });
}

/** Permissions about the caller's own account, which is in its own scope whatever tenant the request names. */
const OWN_ACCOUNT: ReadonlySet<Permission> = new Set<Permission>([
  'profile:enter',
  'password:change',
  'two-factor:set-up',
  'profile:use',
  'notifications:use',
]);

/** Permissions that a SystemAdmin has on the platform when the request names no tenant. */
const ALSO_WITHOUT_TENANT: ReadonlySet<Permission> = new Set<Permission>([
  'audit-logs:read',
  'users:manage',
  'jobs:read',
  'skill-frameworks:manage',
  'email-templates:manage',
  // An operator has an empty list.
  'my-evaluations:use',
]);

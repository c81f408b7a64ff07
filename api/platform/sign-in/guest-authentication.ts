import { parseCookie } from 'cookie';
import type { Request } from 'express';
import { context, inTenant } from '../../../shared/kernel/context';
import { AppError } from '../../../shared/kernel/errors';
import { type Tenant, TenantModel } from '../../../shared/platform/tenant.model';
import { BriefCache } from '../../http/brief-cache';
import { bearerToken } from './bearer-token';
import { refuseInactive } from './inactive-tenant';
import { hostCookie, hostCookieName, refuseForeignOrigin } from './session-cookie';
import { refuseForeignHost } from './tenant-host';
import { GUEST_SESSION_SECONDS, readGuestSession } from './tokens';

const COOKIE = 'guest';
const tenants = new BriefCache<Tenant | null>();

/**
 * Binds the request to the organization and the guest of its session, a bearer token or a cookie of its own kind. What became
 * of the guest since is decided by the operation. Throws UNAUTHENTICATED, FOREIGN_ORIGIN, TENANT_MISMATCH, TENANT_SUSPENDED,
 * TENANT_CANCELLED.
 */
export async function authenticateGuest(request: Request): Promise<void> {
  const bearer = bearerToken(request);
  const token = bearer ?? parseCookie(request.headers.cookie ?? '')[hostCookieName(request, COOKIE)] ?? '';
  const session = readGuestSession(token);
  const tenant =
    session &&
    (await tenants.get(session.tenantId, () =>
      inTenant(session.tenantId, () => TenantModel.findById(session.tenantId).lean<Tenant>().exec()),
    ));
  if (!session || !tenant) throw new AppError('UNAUTHENTICATED', 'The session of a guest is missing or not valid.');
  if (bearer === undefined) refuseForeignOrigin(request);
  refuseForeignHost(request, tenant);
  refuseInactive(tenant);
  const filled = context();
  filled.tenantId = tenant._id;
  filled.guest = { id: session.guestId, generation: session.generation };
}

/** Returns the header `Set-Cookie` of a guest's session. */
export function guestCookie(request: Request, token: string): string {
  return hostCookie(request, { name: COOKIE, value: token, seconds: GUEST_SESSION_SECONDS });
}

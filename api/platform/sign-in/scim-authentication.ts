import type { Request } from 'express';
import { context, inTenant } from '../../../shared/kernel/context';
import { AppError } from '../../../shared/kernel/errors';
import { hashToken } from '../../../shared/kernel/ids';
import { type ScimToken, ScimTokenModel, scimTokens } from '../../../shared/platform/scim-token.model';
import { type Tenant, TenantModel } from '../../../shared/platform/tenant.model';
import { BriefCache } from '../../http/brief-cache';
import { bearerToken } from './bearer-token';
import { refuseInactive } from './inactive-tenant';

interface CachedToken {
  token: Pick<ScimToken, '_id' | 'revokedAt'>;
  tenant: Tenant;
}
const tokenCache = new BriefCache<CachedToken | null>();

const unauthenticated = (message: string): AppError =>
  new AppError('UNAUTHENTICATED', message, { headers: { 'WWW-Authenticate': 'Bearer realm="scim"' } });

/**
 * Binds the request to the organization of its provisioning token and returns the token's id; throws UNAUTHENTICATED,
 * TENANT_SUSPENDED, TENANT_CANCELLED. The context has the id of an existing token even when it is refused.
 */
export async function authenticateScim(request: Request): Promise<string> {
  const text = bearerToken(request) ?? '';
  const tenantId = scimTokens.tenantOf(text);
  if (!tenantId) throw unauthenticated('The token is missing or invalid.');
  const hash = hashToken(text);
  const found = await tokenCache.get(hash, () => readToken(tenantId, hash));
  if (!found) throw unauthenticated('The token is missing or invalid.');
  context().tenantId = found.tenant._id;
  context().scimTokenId = found.token._id;
  if (found.token.revokedAt) throw unauthenticated('The token was revoked. Create a new one.');
  refuseInactive(found.tenant);
  return found.token._id;
}

/** Clears the cached tokens, so that this process's own changes apply at once. */
export function forgetScimTokens(): void {
  tokenCache.clear();
}

async function readToken(tenantId: string, hash: string): Promise<CachedToken | null> {
  return inTenant(tenantId, async () => {
    const [token, tenant] = await Promise.all([
      ScimTokenModel.findOne({ hash }).select(['revokedAt']).lean<CachedToken['token']>(),
      TenantModel.findById(tenantId).lean<Tenant>(),
    ]);
    return token && tenant ? { token, tenant } : null;
  });
}

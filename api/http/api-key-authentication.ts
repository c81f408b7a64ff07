import type { Request } from 'express';
import { context, inTenant } from '../../shared/kernel/context';
import { now } from '../../shared/kernel/clock';
import { AppError } from '../../shared/kernel/errors';
import { type ApiKey, ApiKeyModel } from '../../shared/platform/api-key.model';
import { type Tenant, TenantModel } from '../../shared/platform/tenant.model';
import { tenantOfApiKey } from '../platform/api-key-tokens';
import { hashToken } from '../platform/tokens';
import { refuseInactive } from './inactive-tenant';

const unauthenticated = (): AppError => new AppError('UNAUTHENTICATED', 'The API key is missing or not valid.');

/** Binds the request to the tenant of its `X-Api-Key` (spec 5); throws UNAUTHENTICATED, TENANT_SUSPENDED, TENANT_CANCELLED. */
export async function authenticateApiKey(request: Request): Promise<void> {
  const key = request.header('x-api-key') ?? '';
  const tenantId = tenantOfApiKey(key);
  if (!tenantId) throw unauthenticated();
  const [row, tenant] = await inTenant(tenantId, () =>
    Promise.all([
      ApiKeyModel.findOne({ hash: hashToken(key) }).lean<ApiKey>(),
      TenantModel.findById(tenantId).lean<Tenant>(),
    ]),
  );
  if (!row || !tenant || row.revokedAt || (row.expiresAt && row.expiresAt <= now())) throw unauthenticated();
  refuseInactive(tenant);
  context().tenantId = tenant._id;
}

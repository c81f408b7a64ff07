import type { Request } from 'express';
import { now } from '../../../shared/kernel/clock';
import { context, inTenant } from '../../../shared/kernel/context';
import { AppError } from '../../../shared/kernel/errors';
import { hashToken } from '../../../shared/kernel/ids';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { type ApiKeyScope, scopesOf } from '../../../shared/platform/api-key-scope';
import { type ApiKey, ApiKeyModel } from '../../../shared/platform/api-key.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { type Tenant, TenantModel } from '../../../shared/platform/tenant.model';
import { tenantOfApiKey } from '../../http/api-key-token';
import { BriefCache } from '../../http/brief-cache';
import { presentedKey } from '../../http/presented-key';
import { routePattern } from '../../http/route-pattern';
import { recordReading } from '../readings.store';
import { refuseInactive } from './inactive-tenant';

interface CachedKey {
  key: ApiKey;
  tenant: Tenant;
}
const keyCache = new BriefCache<CachedKey | null>();

const USE_NOTED_EVERY_MS = 60_000;
const MAX_REMEMBERED = 10_000;
/** When this process last wrote down the use of a key, by the key's id. */
const storedAt = new Map<string, number>();

const unauthenticated = (): AppError =>
  new AppError('UNAUTHENTICATED', 'The API key is missing or invalid.', {
    headers: { 'WWW-Authenticate': 'Basic realm="evaluation"' },
  });

/**
 * Binds the request to the tenant of its API key like `bindApiKey`, checks the scopes that the operation declares, and
 * records what is read. Throws like `bindApiKey`, and KEY_SCOPE_MISSING.
 */
export async function authenticateApiKey(request: Request, needed: readonly string[]): Promise<void> {
  const held = await bindApiKey(request);
  for (const scope of needed) assertScope(held, scope);
  const route = routePattern(request);
  if (route !== null && route !== PING) await recordDatasetRead(route.replace(/^\/api\/v1\//, ''));
}

/** Throws KEY_SCOPE_MISSING with the scope unless `held` contains it. */
export function assertScope(held: readonly ApiKeyScope[], needed: string): void {
  const scopes: readonly string[] = held;
  if (scopes.includes(needed)) return;
  throw new AppError('KEY_SCOPE_MISSING', refusal('API_KEY_LACKS_SCOPE', { scope: needed }));
}

/**
 * Binds the request to the tenant of its API key, sent in `X-Api-Key` or as the password of Basic credentials, and
 * returns the key's scopes; throws UNAUTHENTICATED, TENANT_SUSPENDED, TENANT_CANCELLED.
 */
export async function bindApiKey(request: Request): Promise<readonly ApiKeyScope[]> {
  const text = presentedKey(request);
  const tenantId = tenantOfApiKey(text);
  if (!tenantId) throw unauthenticated();
  const hash = hashToken(text);
  const found = await keyCache.get(hash, () => readKey(tenantId, hash));
  if (!found || found.key.revokedAt || (found.key.expiresAt && found.key.expiresAt <= now())) throw unauthenticated();
  refuseInactive(found.tenant);
  context().tenantId = found.tenant._id;
  context().apiKeyId = found.key._id;
  if (isUseDue(found.key)) await recordUse(found.key);
  return scopesOf(found.key);
}

const PING = '/api/v1/ping';

/** Records that the request's key reads a dataset, named by the pattern of its route: `datasets/gaps`, `odata/Gaps`. */
export async function recordDatasetRead(dataset: string): Promise<void> {
  const entityId = context().apiKeyId ?? null;
  const changes = [{ field: 'dataset', before: null, after: dataset }];
  await recordReading('dataset.read', { entityType: AuditEntity.ApiKey, entityId, changes }, dataset);
}

/** Clears the cached keys, so that this process's own changes apply at once. */
export function forgetApiKeys(): void {
  keyCache.clear();
  storedAt.clear();
}

async function readKey(tenantId: string, hash: string): Promise<CachedKey | null> {
  return inTenant(tenantId, async () => {
    const [key, tenant] = await Promise.all([
      ApiKeyModel.findOne({ hash }).lean<ApiKey>(),
      TenantModel.findById(tenantId).lean<Tenant>(),
    ]);
    return key && tenant ? { key, tenant } : null;
  });
}

/** Limits writes of `lastUsedAt` to one per minute, key and process. */
function isUseDue({ _id }: ApiKey): boolean {
  const last = storedAt.get(_id);
  return last === undefined || performance.now() - last >= USE_NOTED_EVERY_MS;
}

async function recordUse(key: ApiKey): Promise<void> {
  if (storedAt.size >= MAX_REMEMBERED) storedAt.clear();
  storedAt.set(key._id, performance.now());
  await ApiKeyModel.updateOne({ _id: key._id }, { $set: { lastUsedAt: now() } }, { timestamps: false });
}

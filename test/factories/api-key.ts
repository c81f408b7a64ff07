import { newApiKey } from '../../api/http/api-key-token';
import { hashToken, newId } from '../../shared/kernel/ids';
import { prefixOfToken } from '../../shared/kernel/tenant-token';
import { ApiKeyModel } from '../../shared/platform/api-key.model';
import type { TestTenant } from './tenant';

/** A new API key of the tenant: its text. */
export async function makeApiKey(tenant: TestTenant): Promise<string> {
  const key = newApiKey(tenant.id);
  const stored = { prefix: prefixOfToken(key), hash: hashToken(key), expiresAt: null };
  await tenant.within(async () => ApiKeyModel.create({ name: 'BI', createdBy: newId(), ...stored }));
  return key;
}

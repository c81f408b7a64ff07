import { currentTenant } from '../../shared/platform/current-tenant.store';
import type { PingV1 } from './ping.dto';

export async function readPing(): Promise<PingV1> {
  const tenant = await currentTenant();
  return { tenantId: tenant._id, tenantSlug: tenant.slug, tenantName: tenant.name };
}

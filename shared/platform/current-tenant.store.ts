import { tenantId } from '../kernel/context';
import { notFound } from '../kernel/errors';
import { type Tenant, TenantModel } from './tenant.model';

/** Returns the organization of the context; throws NOT_FOUND when it is deleted, and without a tenant. */
export async function currentTenant(): Promise<Tenant> {
  const tenant = await TenantModel.findById(tenantId()).lean<Tenant>();
  if (!tenant) throw notFound();
  return tenant;
}

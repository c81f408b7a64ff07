import { AppError } from '../../../shared/kernel/errors';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import type { Tenant } from '../../../shared/platform/tenant.model';

/** Throws TENANT_SUSPENDED or TENANT_CANCELLED. */
export function refuseInactive(tenant: Pick<Tenant, 'status'>): void {
  if (tenant.status === TenantStatus.Suspended)
    throw new AppError('TENANT_SUSPENDED', 'Inactive organization: it is suspended. Contact the platform operator.');
  if (tenant.status === TenantStatus.Cancelled)
    throw new AppError('TENANT_CANCELLED', 'Inactive organization: it is cancelled. Contact the platform operator.');
}

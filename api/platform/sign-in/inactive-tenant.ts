import { AppError } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import type { Tenant } from '../../../shared/platform/tenant.model';

/** Throws TENANT_SUSPENDED or TENANT_CANCELLED. */
export function refuseInactive(tenant: Pick<Tenant, 'status'>): void {
  if (tenant.status === TenantStatus.Suspended)
    throw new AppError('TENANT_SUSPENDED', refusal('SUSPENDED_ORGANIZATION'));
  if (tenant.status === TenantStatus.Cancelled)
    throw new AppError('TENANT_CANCELLED', refusal('CANCELLED_ORGANIZATION'));
}

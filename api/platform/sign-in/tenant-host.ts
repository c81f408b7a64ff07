import type { Request } from 'express';
import { config } from '../../../shared/kernel/config';
import { AppError } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { type Tenant, TenantModel } from '../../../shared/platform/tenant.model';
import { RESERVED_SLUGS } from '../tenants/tenant.rules';

/** Returns the tenant slug in the request's host; null on the base host and on other hosts. */
function hostSlug(request: Request): string | null {
  const host = request.hostname?.toLowerCase() ?? '';
  const suffix = `.${config().BASE_DOMAIN}`;
  if (!host.endsWith(suffix)) return null;
  const label = host.slice(0, -suffix.length);
  return label === '' || label.includes('.') || RESERVED_SLUGS.has(label) ? null : label;
}

/** Returns the slug in the header `X-Tenant`, else in the host. */
export function namedSlug(request: Request): string | null {
  return request.header('x-tenant')?.trim().toLowerCase() || hostSlug(request);
}

/** Returns the tenant of a slug, or null. */
export async function findTenantBySlug(slug: string): Promise<Tenant | null> {
  return TenantModel.findOne({ slug: String(slug) }).lean<Tenant>();
}

/** Returns the organization of the requested host, whatever headers name; null on other hosts. */
export async function hostTenant(request: Request): Promise<Tenant | null> {
  const slug = hostSlug(request);
  return slug === null ? null : findTenantBySlug(slug);
}

/**
 * Returns where an account is searched before signing in: the organization in `tenantSlug`, the header or the host,
 * otherwise the platform; null for an organization that does not exist or is not the host's.
 */
export async function namedScope(
  request: Request,
  tenantSlug: string | undefined,
): Promise<Tenant | 'platform' | null> {
  const slug = tenantSlug?.trim().toLowerCase() || namedSlug(request);
  if (!slug) return 'platform';
  const host = hostSlug(request);
  return host !== null && host !== slug ? null : findTenantBySlug(slug);
}

/** Throws TENANT_MISMATCH on the host of another organization than the caller's. */
export function refuseForeignHost(request: Request, tenant: Pick<Tenant, 'slug'>): void {
  if (!isForHost(request, tenant))
    throw new AppError('TENANT_MISMATCH', refusal('HOST_BELONGS_TO_ANOTHER_ORGANIZATION'));
}

/** Whether the requested host is the organization's, or of none. */
export function isForHost(request: Request, tenant: Pick<Tenant, 'slug'>): boolean {
  const host = hostSlug(request);
  return host === null || host === tenant.slug;
}

import { Controller, Get, Response, Route, Security, Tags } from '@tsoa/runtime';
import { tenantId } from '../../shared/kernel/context';
import { notFound } from '../../shared/kernel/errors';
import { type Tenant, TenantModel } from '../../shared/platform/tenant.model';
import type { ErrorBody } from '../http/errors';

/** The organization that a key belongs to. */
export interface PingV1 {
  /** @example "3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11" */
  tenantId: string;
  /** @example "demo" */
  tenantSlug: string;
  /** @example "Demo Company" */
  tenantName: string;
}

@Route('api/v1/ping')
@Tags('Public v1')
@Security('apiKey')
export class PingV1Controller extends Controller {
  /**
   * Verifies the API key and names the organization that it reads (spec 4.13).
   * @summary Verify the key
   */
  @Get()
  @Response(401, 'The key is missing, unknown, expired or revoked (no body)')
  @Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED')
  public async ping(): Promise<PingV1> {
    const tenant = await TenantModel.findById(tenantId()).lean<Tenant>();
    if (!tenant) throw notFound();
    return { tenantId: tenant._id, tenantSlug: tenant.slug, tenantName: tenant.name };
  }
}

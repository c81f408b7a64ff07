import { Body, Get, Header, Put, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import { ResourceController } from '../http/resource';
import type { TenantSettingsView, UpdateTenantSettings } from './tenant-settings.dto';
import { getTenantSettings } from './tenant-settings.queries';
import { updateTenantSettings } from './tenant-settings.service';

@Route('api/tenant-settings')
@Tags('Tenant settings')
@Security('jwt', ['tenant-settings:read'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class TenantSettingsController extends ResourceController {
  /**
   * What the organization has set for itself.
   * @summary Read the settings of the organization
   */
  @Get()
  public async getTenantSettings(): Promise<TenantSettingsView> {
    return this.tagged(await getTenantSettings());
  }

  /**
   * Changes the settings (TenantAdmin): absent fields stay as they are.
   * @summary Change the settings of the organization
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put()
  @Security('jwt', ['tenant-settings:write'])
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async updateTenantSettings(
    @Body() body: UpdateTenantSettings,
    @Header('If-Match') ifMatch?: string,
  ): Promise<TenantSettingsView> {
    await updateTenantSettings(body, ifMatch);
    return this.tagged(await getTenantSettings());
  }
}

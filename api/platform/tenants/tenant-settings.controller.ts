import type { Readable } from 'node:stream';
import {
  Body,
  Delete,
  Get,
  Header,
  Post,
  Produces,
  Put,
  Request,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
  UploadedFile,
} from '@tsoa/runtime';
import type { Request as HttpRequest } from 'express';
import type { ErrorBody } from '../../http/errors';
import { expectedRevision, ResourceController } from '../../http/resource';
import { sendImage } from '../../http/send-image';
import { uploadOf } from '../../http/upload';
import { openLogo, removeLogo, replaceLogo } from './tenant-logo.service';
import type { TenantSettingsView, UpdateTenantSettings } from './tenant-settings.dto';
import { getTenantSettings } from './tenant-settings.queries';
import { updateTenantSettings } from './tenant-settings.service';

@Route('api/tenant-settings')
@Tags('Tenant settings')
@Security('jwt', ['tenant-settings:read'])
export class TenantSettingsController extends ResourceController {
  /**
   * Returns the settings of your organization.
   * @summary Get the settings of my organization
   */
  @Get()
  public async getTenantSettings(): Promise<TenantSettingsView> {
    return this.tagged(await getTenantSettings());
  }

  /**
   * Updates the settings (TenantAdmin). Omitted fields keep their values.
   * @summary Change the settings of the organization
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put()
  @Security('jwt', ['tenant-settings:write'])
  @Response<ErrorBody>(409, 'CONFLICT: changed concurrently by another user')
  public async updateTenantSettings(
    @Body() body: UpdateTenantSettings,
    @Header('If-Match') ifMatch?: string,
  ): Promise<TenantSettingsView> {
    await updateTenantSettings(body, expectedRevision(ifMatch));
    return this.tagged(await getTenantSettings());
  }

  /**
   * Stores the logo of your organization and replaces the previous one (TenantAdmin): JPEG, PNG, WebP or the first frame of a
   * GIF, at most 5 MB and 50 million pixels. The image is re-encoded as WebP, at most 512 × 512, without metadata.
   * @summary Upload the organization's logo
   */
  @Post('logo')
  @Security('jwt', ['tenant-settings:write'])
  @Response<ErrorBody>(400, 'VALIDATION: not an image of these formats')
  public async uploadLogo(@UploadedFile() file: Express.Multer.File): Promise<TenantSettingsView> {
    await replaceLogo(uploadOf(file));
    return this.tagged(await getTenantSettings());
  }

  /**
   * Returns the logo of your organization.
   * @summary Download the logo of my organization
   * @param ifNoneMatch the ETag of the logo that you have; 304 when it is still the one
   */
  @Get('logo')
  @Produces('image/webp')
  @Response(304, 'You have this logo already')
  @Response<ErrorBody>(404, 'NOT_FOUND: no logo')
  public async readLogo(
    @Request() request: HttpRequest,
    @Header('If-None-Match') ifNoneMatch?: string,
  ): Promise<Readable> {
    return sendImage(request, await openLogo(), ifNoneMatch);
  }

  /**
   * Deletes the logo of your organization (TenantAdmin).
   * @summary Delete the organization's logo
   */
  @Delete('logo')
  @Security('jwt', ['tenant-settings:write'])
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'NOT_FOUND: no logo')
  public async deleteLogo(): Promise<void> {
    await removeLogo();
    this.setStatus(204);
  }
}

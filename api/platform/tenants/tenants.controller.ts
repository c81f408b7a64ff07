import {
  Body,
  Get,
  Header,
  Path,
  Post,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { ErrorBody } from '../../http/errors';
import { type Page, pageOf } from '../../http/pagination';
import { expectedRevision, ResourceController } from '../../http/resource';
import type { Id, PageNumber, PageSize, Search } from '../../http/types';
import type { CreateTenant, TenantView, UpdateTenant } from './tenants.dto';
import { getTenant, listTenants } from './tenants.queries';
import { changeTenantStatus, createTenant, updateTenant } from './tenants.service';

const PATH = '/api/tenants';

@Route('api/tenants')
@Tags('Tenants')
@Security('jwt', ['tenants:manage'])
export class TenantsController extends ResourceController {
  /**
   * Returns organizations by name.
   * @summary List organizations
   * @param search part of the name or slug
   * @param status Trial, Active, Suspended or Cancelled, or its number
   * @param planId only organizations that have this plan
   */
  @Get()
  public async listTenants(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
    @Query() status?: string,
    @Query() planId?: Id,
  ): Promise<Page<TenantView>> {
    return pageOf(page, pageSize, (slice) => listTenants({ search, status, planId }, slice));
  }

  /**
   * Returns one organization.
   * @summary Get an organization
   */
  @Get('{id}')
  public async getTenant(@Path() id: string): Promise<TenantView> {
    return this.tagged(await getTenant(id));
  }

  /**
   * Creates an organization with status Trial, together with its first TenantAdmin. The slug is a lower-case DNS label
   * that is not reserved. An admin without `password` is invited by email with a temporary one.
   * @summary Create an organization
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(409, 'CONFLICT: the id or the slug is taken')
  public async createTenant(@Body() body: CreateTenant): Promise<TenantView> {
    return this.created(PATH, await getTenant(await createTenant(body)));
  }

  /**
   * Updates an organization. Omitted fields keep their values, a plan of null is unlimited. A new slug changes its host.
   * @summary Update an organization
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(409, 'CONFLICT: the slug is taken')
  public async updateTenant(
    @Path() id: string,
    @Body() body: UpdateTenant,
    @Header('If-Match') ifMatch?: string,
  ): Promise<TenantView> {
    await updateTenant(id, body, expectedRevision(ifMatch));
    return this.tagged(await getTenant(id));
  }

  /**
   * Changes the status of an organization; its current status has no effect. Users, tokens and keys of a Suspended or
   * Cancelled organization are refused within a second.
   * @summary Change the state of an organization
   * @param status Trial, Active, Suspended or Cancelled, or its number 0 to 3
   */
  @Post('{id}/status/{status}')
  public async changeTenantStatus(@Path() id: string, @Path() status: string): Promise<TenantView> {
    await changeTenantStatus(id, status);
    return this.tagged(await getTenant(id));
  }
}

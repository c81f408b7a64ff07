import { Body, Delete, Get, Path, Post, Query, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import { type Page, pageOf } from '../http/pagination';
import { ResourceController } from '../http/resource';
import type { PageNumber, PageSize } from '../http/types';
import type { ApiKeyView, CreateApiKey, NewApiKeyView } from './api-keys.dto';
import { getApiKey, listApiKeys } from './api-keys.queries';
import { createApiKey, revokeApiKey, rotateApiKey } from './api-keys.service';

const PATH = '/api/integrations/api-keys';

@Route('api/integrations/api-keys')
@Tags('Integrations')
@Security('jwt', ['integrations:manage'])
export class ApiKeysController extends ResourceController {
  /**
   * Returns keys of the public API, including revoked ones, newest first. They contain only the beginning of the key.
   * @summary List API keys
   */
  @Get()
  public async listApiKeys(@Query() page: PageNumber = 1, @Query() pageSize: PageSize = 50): Promise<Page<ApiKeyView>> {
    return pageOf(page, pageSize, (slice) => listApiKeys(slice));
  }

  /**
   * Returns one key without its text.
   * @summary Get an API key
   */
  @Get('{id}')
  public async getApiKey(@Path() id: string): Promise<ApiKeyView> {
    return this.tagged(await getApiKey(id));
  }

  /**
   * Creates a key that reads the organization's data through `/api/v1`: all of it, or the parts in its scopes. Only
   * this response contains its text.
   * @summary Create an API key
   */
  @Post()
  @SuccessResponse(201, 'Created')
  public async createApiKey(@Body() body: CreateApiKey): Promise<NewApiKeyView> {
    const { id, key } = await createApiKey(body);
    return this.created(PATH, { ...(await getApiKey(id)), key });
  }

  /**
   * Replaces the text of a key; requests with the old one fail from now on. Only this response contains the new text.
   * @summary Rotate an API key
   */
  @Post('{id}/rotate')
  @Response<ErrorBody>(409, 'CONFLICT: the key is revoked or has expired')
  public async rotateApiKey(@Path() id: string): Promise<NewApiKeyView> {
    const key = await rotateApiKey(id);
    return this.tagged({ ...(await getApiKey(id)), key });
  }

  /**
   * Permanently revokes a key. Requests with it fail from now on.
   * @summary Revoke an API key
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Revoked')
  public async revokeApiKey(@Path() id: string): Promise<void> {
    await revokeApiKey(id);
    this.setStatus(204);
  }
}

import { Body, Delete, Get, Path, Post, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { type Page, pageOf } from '../http/pagination';
import { ResourceController } from '../http/resource';
import type { PageNumber, PageSize } from '../http/types';
import type { CreateScimToken, NewScimTokenView, ScimTokenDetails, ScimTokenView } from './scim-tokens.dto';
import { getScimToken, listScimTokens } from './scim-tokens.queries';
import { createScimToken, revokeScimToken } from './scim-tokens.service';

const PATH = '/api/integrations/scim-tokens';

@Route('api/integrations/scim-tokens')
@Tags('Integrations')
@Security('jwt', ['integrations:manage'])
export class ScimTokensController extends ResourceController {
  /**
   * Returns provisioning tokens, including revoked ones, newest first. They contain only the beginning of the token.
   * @summary List provisioning tokens
   */
  @Get()
  public async listScimTokens(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<ScimTokenView>> {
    return pageOf(page, pageSize, (slice) => listScimTokens(slice));
  }

  /**
   * Returns one token without its text, with the last 50 calls of the identity provider and the last 50 that were refused.
   * @summary Get a provisioning token
   */
  @Get('{id}')
  public async getScimToken(@Path() id: string): Promise<ScimTokenDetails> {
    return this.tagged(await getScimToken(id));
  }

  /**
   * Creates a token with which an identity provider provisions employees by SCIM 2.0 at `/scim/v2`. Whoever has it can
   * create, change and delete employees. Only this response contains its text.
   * @summary Create a provisioning token
   */
  @Post()
  @SuccessResponse(201, 'Created')
  public async createScimToken(@Body() body: CreateScimToken): Promise<NewScimTokenView> {
    const { id, token } = await createScimToken(body);
    const { calls: _calls, refusals: _refusals, ...view } = await getScimToken(id);
    return this.created(PATH, { ...view, token });
  }

  /**
   * Permanently revokes a token. Requests with it fail from now on.
   * @summary Revoke a provisioning token
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Revoked')
  public async revokeScimToken(@Path() id: string): Promise<void> {
    await revokeScimToken(id);
    this.setStatus(204);
  }
}

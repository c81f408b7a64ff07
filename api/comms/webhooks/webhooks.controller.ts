import {
  Body,
  Delete,
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
import { DeliveryStatus } from '../../../shared/comms/webhooks/webhook-event';
import { enumerationFilter } from '../../../shared/kernel/enumeration';
import type { ErrorBody } from '../../http/errors';
import { type Page, pageOf } from '../../http/pagination';
import { expectedRevision, ResourceController } from '../../http/resource';
import type { PageNumber, PageSize } from '../../http/types';
import type { CreateWebhook, NewWebhookView, UpdateWebhook, WebhookDeliveryView, WebhookView } from './webhooks.dto';
import { getWebhook, getWebhookDelivery, listWebhookDeliveries, listWebhooks } from './webhooks.queries';
import { createWebhook, deleteWebhook, redeliver, rotateWebhook, testWebhook, updateWebhook } from './webhooks.service';

const PATH = '/api/integrations/webhooks';

@Route('api/integrations/webhooks')
@Tags('Integrations')
@Security('jwt', ['integrations:manage'])
export class WebhooksController extends ResourceController {
  /**
   * Returns the receivers of your organization's events, newest first, without their secrets.
   * @summary List webhooks
   */
  @Get()
  public async listWebhooks(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<WebhookView>> {
    return pageOf(page, pageSize, (slice) => listWebhooks(slice));
  }

  /**
   * Returns one webhook without its secret.
   * @summary Get a webhook
   */
  @Get('{id}')
  public async getWebhook(@Path() id: string): Promise<WebhookView> {
    return this.tagged(await getWebhook(id));
  }

  /**
   * Creates a webhook, which is sent the chosen events from now on: as signed JSON (Standard Webhooks), or as a sentence
   * to Slack or Teams. The address must be public. Only this response contains the secret.
   * @summary Create a webhook
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(409, 'CONFLICT: the id is taken, or the organization has 50 webhooks')
  public async createWebhook(@Body() body: CreateWebhook): Promise<NewWebhookView> {
    const { id, secret } = await createWebhook(body);
    return this.created(PATH, { ...(await getWebhook(id)), secret });
  }

  /**
   * Updates a webhook: its address, its events, its description, or whether it is paused. A new address is sent the
   * events that wait.
   * @summary Update a webhook
   * @param ifMatch the ETag of the version that you read; an outdated one is refused
   */
  @Put('{id}')
  public async updateWebhook(
    @Path() id: string,
    @Body() body: UpdateWebhook,
    @Header('If-Match') ifMatch?: string,
  ): Promise<WebhookView> {
    await updateWebhook(id, body, expectedRevision(ifMatch));
    return this.tagged(await getWebhook(id));
  }

  /**
   * Deletes a webhook with its deliveries.
   * @summary Delete a webhook
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  public async deleteWebhook(@Path() id: string): Promise<void> {
    await deleteWebhook(id);
    this.setStatus(204);
  }

  /**
   * Replaces the secret of a webhook. For 24 hours messages carry the signatures of both. Only this response contains
   * the new secret.
   * @summary Rotate the secret of a webhook
   */
  @Post('{id}/rotate')
  @Response<ErrorBody>(409, 'CONFLICT: messages to chats are not signed')
  public async rotateWebhook(@Path() id: string): Promise<NewWebhookView> {
    const secret = await rotateWebhook(id);
    return this.tagged({ ...(await getWebhook(id)), secret });
  }

  /**
   * Sends a message of the type `test` within seconds, also to a paused webhook, and returns its delivery, in which the
   * answer appears. It is not repeated.
   * @summary Send a test message
   */
  @Post('{id}/test')
  public async testWebhook(@Path() id: string): Promise<WebhookDeliveryView> {
    return getWebhookDelivery(id, await testWebhook(id));
  }

  /**
   * Returns the messages of the last 30 days with their last answers, newest first.
   * @summary List the deliveries of a webhook
   * @param status Waiting, Delivered or Failed, or its number
   */
  @Get('{id}/deliveries')
  public async listWebhookDeliveries(
    @Path() id: string,
    @Query() status?: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<WebhookDeliveryView>> {
    const wanted = enumerationFilter(DeliveryStatus, status, 'status');
    return pageOf(page, pageSize, (slice) => listWebhookDeliveries(id, wanted, slice));
  }

  /**
   * Sends a message once more within seconds, with the same `webhook-id` and content, also to a paused webhook.
   * Repeating the call before that has no effect.
   * @summary Send a message again
   */
  @Post('{id}/deliveries/{deliveryId}/redeliver')
  public async redeliverWebhookMessage(@Path() id: string, @Path() deliveryId: string): Promise<WebhookDeliveryView> {
    await redeliver(id, deliveryId);
    return getWebhookDelivery(id, deliveryId);
  }
}

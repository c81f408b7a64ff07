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
import { enumerationFilter } from '../../shared/kernel/enumeration';
import type { ErrorBody } from '../http/errors';
import { type Page, pageRequest, toPage } from '../http/pagination';
import { ResourceController } from '../http/resource';
import type { PageNumber, PageSize } from '../http/types';
import { type SendTest, type SentTestView, toSentTestView } from './email-settings.dto';
import {
  type CreateEmailTemplate,
  type EmailPreview,
  type EmailTemplateView,
  type PreviewEmailTemplate,
  TemplateKind,
  TemplateLocale,
  TemplateScope,
  type UpdateEmailTemplate,
} from './email-templates.dto';
import { getEmailTemplate, listEmailTemplates, previewEmailTemplate } from './email-templates.queries';
import {
  createEmailTemplate,
  deleteEmailTemplate,
  sendTestTemplate,
  updateEmailTemplate,
} from './email-templates.service';

const PATH = '/api/email-templates';

@Route('api/email-templates')
@Tags('E-mail templates')
@Security('jwt', ['email-templates:manage'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class EmailTemplatesController extends ResourceController {
  /**
   * The templates of the organization, then those of the platform. For each mail the organization's own counts, else the
   * platform's, which begins as the service's built-in text.
   * @summary List e-mail templates
   * @param key invite, reset-password, forgot-password, cycle-opened, deadline-reminder or results-published, or its number
   * @param locale en or es
   * @param scope Platform or Tenant, or its number
   */
  @Get()
  @Response<ErrorBody>(400, 'VALIDATION')
  public async listEmailTemplates(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() key?: string,
    @Query() locale?: string,
    @Query() scope?: string,
  ): Promise<Page<EmailTemplateView>> {
    const request = pageRequest(page, pageSize);
    const filter = {
      key: enumerationFilter(TemplateKind, key, 'key'),
      locale: enumerationFilter(TemplateLocale, locale, 'locale'),
      scope: enumerationFilter(TemplateScope, scope, 'scope'),
    };
    const { items, totalCount } = await listEmailTemplates(filter, request);
    return toPage(items, totalCount, request);
  }

  /**
   * One template with the variables that it may show.
   * @summary Read an e-mail template
   */
  @Get('{id}')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async getEmailTemplate(@Path() id: string): Promise<EmailTemplateView> {
    return this.tagged(await getEmailTemplate(id));
  }

  /**
   * Creates a template of the organization: from then on it is mailed instead of the platform's of this key and language. A
   * SystemAdmin edits the platform's own with PUT; there is one of each.
   * @summary Create an e-mail template
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION: an unknown variable, another template syntax or HTML is named')
  @Response<ErrorBody>(409, 'CONFLICT: the id, or key and language, are taken')
  public async createEmailTemplate(@Body() body: CreateEmailTemplate): Promise<EmailTemplateView> {
    return this.created(PATH, await getEmailTemplate(await createEmailTemplate(body)));
  }

  /**
   * Changes a template: absent fields stay as they are. Those of the platform are changed by a SystemAdmin only; an
   * organization creates its own instead.
   * @summary Edit an e-mail template
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(400, 'VALIDATION: an unknown variable, another template syntax or HTML is named')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: changed by somebody else at the same moment')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async updateEmailTemplate(
    @Path() id: string,
    @Body() body: UpdateEmailTemplate,
    @Header('If-Match') ifMatch?: string,
  ): Promise<EmailTemplateView> {
    await updateEmailTemplate(id, body, ifMatch);
    return this.tagged(await getEmailTemplate(id));
  }

  /**
   * Deletes a template: the organization's gives way to the platform's, the platform's to the built-in text.
   * @summary Delete an e-mail template
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: it is built in')
  public async deleteEmailTemplate(@Path() id: string): Promise<void> {
    await deleteEmailTemplate(id);
    this.setStatus(204);
  }

  /**
   * The mail with sample values, as its recipient would get it; texts in the body are tried out without being saved.
   * @summary Preview an e-mail template
   */
  @Post('{id}/preview')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async previewEmailTemplate(@Path() id: string, @Body() body: PreviewEmailTemplate): Promise<EmailPreview> {
    return previewEmailTemplate(id, body);
  }

  /**
   * Mails the template with sample values and tells what the mail server answered.
   * @summary Send a test mail of an e-mail template
   */
  @Post('{id}/send-test')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  @Response<ErrorBody>(409, 'CONFLICT: the mail server did not take it, in its own words, or none is configured')
  public async sendTestTemplate(@Path() id: string, @Body() body: SendTest): Promise<SentTestView> {
    return toSentTestView(await sendTestTemplate(id, body.to));
  }
}

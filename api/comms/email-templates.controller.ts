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
import { type Page, pageOf } from '../http/pagination';
import { expectedRevision, ResourceController } from '../http/resource';
import type { PageNumber, PageSize } from '../http/types';
import { type SendTest, type SentTestView, TEST_EMAIL_REFUSALS, toSentTestView } from './email-settings.dto';
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
@Tags('Email templates')
@Security('jwt', ['email-templates:manage'])
export class EmailTemplatesController extends ResourceController {
  /**
   * Returns the templates of your organization, then those of the platform. For each email the organization’s
   * template is used if there is one, otherwise the platform’s, which starts as the built-in text.
   * @summary List email templates
   * @param key such as cycle-opened, as the key of a template says it, or its number
   * @param locale en or es
   * @param scope Platform or Tenant, or its number
   */
  @Get()
  public async listEmailTemplates(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() key?: string,
    @Query() locale?: string,
    @Query() scope?: string,
  ): Promise<Page<EmailTemplateView>> {
    const filter = {
      key: enumerationFilter(TemplateKind, key, 'key'),
      locale: enumerationFilter(TemplateLocale, locale, 'locale'),
      scope: enumerationFilter(TemplateScope, scope, 'scope'),
    };
    return pageOf(page, pageSize, (slice) => listEmailTemplates(filter, slice));
  }

  /**
   * Returns one template with the variables that it can contain.
   * @summary Get an email template
   */
  @Get('{id}')
  public async getEmailTemplate(@Path() id: string): Promise<EmailTemplateView> {
    return this.tagged(await getEmailTemplate(id));
  }

  /**
   * Creates a template of your organization. It then replaces the platform’s template of the same key and language. A
   * SystemAdmin changes the platform’s templates with PUT; there is one for each key and language.
   * @summary Create an email template
   */
  @Post()
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(400, 'VALIDATION: names an unknown variable, unsupported template syntax or HTML')
  @Response<ErrorBody>(409, 'CONFLICT: the id, or key and language, are taken')
  public async createEmailTemplate(@Body() body: CreateEmailTemplate): Promise<EmailTemplateView> {
    return this.created(PATH, await getEmailTemplate(await createEmailTemplate(body)));
  }

  /**
   * Updates a template. Omitted fields keep their values. Only a SystemAdmin can change a template of the platform;
   * an organization creates its own instead.
   * @summary Update an email template
   * @param ifMatch the ETag of the version that you read; an outdated one is refused
   */
  @Put('{id}')
  @Response<ErrorBody>(400, 'VALIDATION: names an unknown variable, unsupported template syntax or HTML')
  @Response<ErrorBody>(409, 'CONFLICT: changed concurrently by another user')
  public async updateEmailTemplate(
    @Path() id: string,
    @Body() body: UpdateEmailTemplate,
    @Header('If-Match') ifMatch?: string,
  ): Promise<EmailTemplateView> {
    await updateEmailTemplate(id, body, expectedRevision(ifMatch));
    return this.tagged(await getEmailTemplate(id));
  }

  /**
   * Deletes a template. The platform’s template then replaces the organization’s, and the built-in text replaces the
   * platform’s. Deleting a template of the platform that has the built-in text has no effect.
   * @summary Delete an email template
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  public async deleteEmailTemplate(@Path() id: string): Promise<void> {
    await deleteEmailTemplate(id);
    this.setStatus(204);
  }

  /**
   * Returns the email with sample values, as its recipient would get it. Texts in the body are used without being
   * saved.
   * @summary Preview an email template
   */
  @Post('{id}/preview')
  public async previewEmailTemplate(@Path() id: string, @Body() body: PreviewEmailTemplate): Promise<EmailPreview> {
    return previewEmailTemplate(id, body);
  }

  /**
   * Sends the template with sample values and returns the response of the mail server. The address is yours or that of an
   * account of your organization; a SystemAdmin's is that of a platform account. You can send ten test emails per hour.
   * @summary Send a test email of an email template
   */
  @Post('{id}/send-test')
  @Response<ErrorBody>(400, TEST_EMAIL_REFUSALS.recipient)
  @Response<ErrorBody>(409, TEST_EMAIL_REFUSALS.server)
  @Response<ErrorBody>(429, TEST_EMAIL_REFUSALS.limit)
  public async sendTestTemplate(@Path() id: string, @Body() body: SendTest): Promise<SentTestView> {
    return toSentTestView(await sendTestTemplate(id, body.to));
  }
}

import { Body, Get, Header, Post, Put, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import { expectedRevision, ResourceController } from '../http/resource';
import {
  type EmailSettingsView,
  type SendTest,
  type SentTestView,
  TEST_EMAIL_REFUSALS,
  toSentTestView,
  type UpdateEmailSettings,
} from './email-settings.dto';
import { getEmailSettings } from './email-settings.queries';
import { sendTestMail, updateEmailSettings } from './email-settings.service';

@Route('api/email-settings')
@Tags('Email settings')
@Security('jwt', ['email-settings:manage'])
export class EmailSettingsController extends ResourceController {
  /**
   * Returns the mail server of your organization, if there is one, and where its emails are sent now.
   * @summary Get the email settings of the organization
   */
  @Get()
  public async getEmailSettings(): Promise<EmailSettingsView> {
    return this.tagged(await getEmailSettings());
  }

  /**
   * Updates the mail server of your organization. `host` null returns to the platform’s mail server. In production
   * the server needs a public address and one of the ports 25, 465, 587 and 2525, and a password is sent only over
   * TLS.
   * @summary Update the email settings of the organization
   * @param ifMatch the ETag of the version that you read; an outdated one is refused
   */
  @Put()
  @Response<ErrorBody>(409, 'CONFLICT: saved concurrently by another user')
  public async updateEmailSettings(
    @Body() body: UpdateEmailSettings,
    @Header('If-Match') ifMatch?: string,
  ): Promise<EmailSettingsView> {
    await updateEmailSettings(body, expectedRevision(ifMatch));
    return this.tagged(await getEmailSettings());
  }

  /**
   * Sends a short email with the current settings and returns the response of the mail server. The address is yours or that
   * of an account of your organization. You can send ten test emails per hour.
   * @summary Send a test email of the organization
   */
  @Post('send-test')
  @Response<ErrorBody>(400, TEST_EMAIL_REFUSALS.recipient)
  @Response<ErrorBody>(409, TEST_EMAIL_REFUSALS.server)
  @Response<ErrorBody>(429, TEST_EMAIL_REFUSALS.limit)
  public async sendTestMail(@Body() body: SendTest): Promise<SentTestView> {
    return toSentTestView(await sendTestMail(body.to));
  }
}

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

@Route('api/platform-settings/email')
@Tags('Platform settings')
@Security('jwt', ['platform-settings:manage'])
export class PlatformEmailSettingsController extends ResourceController {
  /**
   * Returns the mail server for all organizations without their own, and where their emails are sent now.
   * @summary Get the email settings of the platform
   */
  @Get()
  public async getPlatformEmailSettings(): Promise<EmailSettingsView> {
    return this.tagged(await getEmailSettings());
  }

  /**
   * Updates the platform’s mail server. `host` null returns to the configured one (SMTP_URL). A password is sent only
   * over TLS.
   * @summary Update the email settings of the platform
   * @param ifMatch the ETag of the version that you read; an outdated one is refused
   */
  @Put()
  @Response<ErrorBody>(409, 'CONFLICT: saved concurrently by another user')
  public async updatePlatformEmailSettings(
    @Body() body: UpdateEmailSettings,
    @Header('If-Match') ifMatch?: string,
  ): Promise<EmailSettingsView> {
    await updateEmailSettings(body, expectedRevision(ifMatch));
    return this.tagged(await getEmailSettings());
  }

  /**
   * Sends a short email with the current settings and returns the response of the mail server. The address is yours or that
   * of a platform account. You can send ten test emails per hour.
   * @summary Send a test email of the platform
   */
  @Post('send-test')
  @Response<ErrorBody>(400, TEST_EMAIL_REFUSALS.recipient)
  @Response<ErrorBody>(409, TEST_EMAIL_REFUSALS.server)
  @Response<ErrorBody>(429, TEST_EMAIL_REFUSALS.limit)
  public async sendPlatformTestMail(@Body() body: SendTest): Promise<SentTestView> {
    return toSentTestView(await sendTestMail(body.to));
  }
}

import { Body, Get, Header, Post, Put, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import { ResourceController } from '../http/resource';
import {
  type EmailSettingsView,
  type SendTest,
  type SentTestView,
  toSentTestView,
  type UpdateEmailSettings,
} from './email-settings.dto';
import { getEmailSettings } from './email-settings.queries';
import { sendTestMail, updateEmailSettings } from './email-settings.service';

@Route('api/platform-settings/email')
@Tags('Platform settings')
@Security('jwt', ['platform-settings:manage'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class PlatformEmailSettingsController extends ResourceController {
  /**
   * The mail server for all organizations that have none of their own, and where their mails go at present.
   * @summary Read the e-mail settings of the platform
   */
  @Get()
  public async getPlatformEmailSettings(): Promise<EmailSettingsView> {
    return this.tagged(await getEmailSettings());
  }

  /**
   * Saves the platform's mail server; `host` null goes back to the one of the configuration (SMTP_URL). A password is sent
   * over TLS alone.
   * @summary Save the e-mail settings of the platform
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put()
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: saved by somebody else at the same moment')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async updatePlatformEmailSettings(
    @Body() body: UpdateEmailSettings,
    @Header('If-Match') ifMatch?: string,
  ): Promise<EmailSettingsView> {
    await updateEmailSettings(body, ifMatch);
    return this.tagged(await getEmailSettings());
  }

  /**
   * Sends a short mail by the settings in force and tells what the mail server answered.
   * @summary Send a test mail by the settings of the platform
   */
  @Post('send-test')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: the mail server did not take it, in its own words, or none is configured')
  public async sendPlatformTestMail(@Body() body: SendTest): Promise<SentTestView> {
    return toSentTestView(await sendTestMail(body.to));
  }
}

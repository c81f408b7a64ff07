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

@Route('api/email-settings')
@Tags('E-mail settings')
@Security('jwt', ['email-settings:manage'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class EmailSettingsController extends ResourceController {
  /**
   * The organization's own mail server, if it has one, and where its mails go at present.
   * @summary Read the e-mail settings of the organization
   */
  @Get()
  public async getEmailSettings(): Promise<EmailSettingsView> {
    return this.tagged(await getEmailSettings());
  }

  /**
   * Saves the organization's mail server; `host` null goes back to the platform's. In production it has a public address
   * and one of the ports 25, 465, 587 and 2525, and a password is sent over TLS alone.
   * @summary Save the e-mail settings of the organization
   * @param ifMatch the ETag that you read; a stale one is refused
   */
  @Put()
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: saved by somebody else at the same moment')
  @Response<ErrorBody>(412, 'PRECONDITION_FAILED')
  public async updateEmailSettings(
    @Body() body: UpdateEmailSettings,
    @Header('If-Match') ifMatch?: string,
  ): Promise<EmailSettingsView> {
    await updateEmailSettings(body, ifMatch);
    return this.tagged(await getEmailSettings());
  }

  /**
   * Sends a short mail by the settings in force and tells what the mail server answered.
   * @summary Send a test mail by the settings of the organization
   */
  @Post('send-test')
  @Response<ErrorBody>(400, 'VALIDATION')
  @Response<ErrorBody>(409, 'CONFLICT: the mail server did not take it, in its own words, or none is configured')
  public async sendTestMail(@Body() body: SendTest): Promise<SentTestView> {
    return toSentTestView(await sendTestMail(body.to));
  }
}

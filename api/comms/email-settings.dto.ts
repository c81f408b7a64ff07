import type { EmailSettings } from '../../shared/comms/email-settings.model';
import type { SentMail } from '../../shared/comms/mail/mail-sender.store';
import { toInstantOrNull } from '../../shared/kernel/clock';
import type { Email, Instant, ShortText } from '../http/types';

/** How emails are sent. */
export enum MailProvider {
  Smtp = 'Smtp',
}

/** Where emails are sent: the organization's server, the platform's, the one of SMTP_URL, or files (development). */
export enum MailInUse {
  Own = 'Own',
  Platform = 'Platform',
  Environment = 'Environment',
  Outbox = 'Outbox',
}

/**
 * A host name or an IP address.
 * @minLength 1 must not be empty
 * @maxLength 253 must have at most 253 characters
 * @pattern ^[A-Za-z0-9:]([A-Za-z0-9.:-]*[A-Za-z0-9])?$ must be a host name or an IP address
 * @example "smtp.example.com"
 */
export type MailHost = string;

/**
 * A TCP port. In production, an organization's server uses 25, 465, 587 or 2525.
 * @isInt must be a port
 * @minimum 1 must be a port
 * @maximum 65535 must be a port
 * @example 587
 */
export type MailPort = number;

/**
 * @minLength 1 must not be empty
 * @maxLength 500 must have at most 500 characters
 */
export type MailPassword = string;

/**
 * The name of a sender: 1 to 200 characters in one line.
 * @minLength 1 must not be empty
 * @maxLength 200 must have at most 200 characters
 * @pattern ^(?=.*\S)[^\x00-\x1f\x7f\u0085\u2028\u2029]+$ must be one line that is not blank
 * @example "People team"
 */
export type SenderName = string;

/** The settings of a mail server. The password is never returned. */
export interface EmailSettingsView {
  provider: MailProvider;
  /** Null: emails are sent by the platform's mail server. */
  host: MailHost | null;
  port: MailPort | null;
  /** True: TLS from the first byte (port 465). False: STARTTLS if the server offers it, and always before a password. */
  secure: boolean;
  /** @example "mailer@example.com" */
  user: string | null;
  hasPassword: boolean;
  /**
   * Null: the name of the organization.
   * @example "People team"
   */
  fromName: string | null;
  fromAddress: Email | null;
  /** Where emails are sent now; null: they cannot be sent. */
  inUse: MailInUse | null;
  updatedAt: Instant | null;
  /** Counts the changes. 0 before the first change. */
  revision: number;
}

/** Omitted fields keep their values, null clears a field. */
export interface UpdateEmailSettings {
  provider?: MailProvider;
  host?: MailHost | null;
  port?: MailPort | null;
  secure?: boolean;
  user?: ShortText | null;
  /** Write-only. Must be sent again when host, port or user changes. */
  password?: MailPassword | null;
  fromName?: SenderName | null;
  fromAddress?: Email | null;
}

/** The recipient of a test email. */
export interface SendTest {
  to: Email;
}

/** The response of the mail server. */
export interface SentTestView {
  accepted: Email[];
  /**
   * The server's last response, or the file in the outbox.
   * @example "250 2.0.0 Ok: queued as 4XyZ"
   */
  response: string;
  /** @example "<3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11@evaluations.example.com>" */
  messageId: string;
}

/** Settings as the API returns them; null when none are saved. */
export function toEmailSettingsView(row: EmailSettings | null, inUse: MailInUse | null): EmailSettingsView {
  return {
    provider: MailProvider.Smtp,
    host: row?.host ?? null,
    port: row?.port ?? null,
    secure: row?.secure ?? false,
    user: row?.user ?? null,
    hasPassword: typeof row?.sealedPassword === 'string',
    fromName: row?.fromName ?? null,
    fromAddress: row?.fromAddress ?? null,
    inUse,
    updatedAt: toInstantOrNull(row?.updatedAt),
    revision: shownRevision(row),
  };
}

/** Returns the revision of settings as the API counts it: the first save is 1, and no settings are 0. */
export function shownRevision(row: Pick<EmailSettings, 'revision'> | null): number {
  return row ? row.revision + 1 : 0;
}

/** Responses of every operation that sends a test email, for the OpenAPI document. */
export const TEST_EMAIL_REFUSALS = {
  recipient: 'VALIDATION: also for an address that does not belong to an account',
  server: 'CONFLICT: the mail server refused it (the message quotes it), or none is configured',
  limit: 'RATE_LIMITED: ten test emails per hour',
};

/** The response to a test email. */
export function toSentTestView({ accepted, response, messageId }: SentMail): SentTestView {
  return { accepted, response, messageId };
}

import type { EmailSettings } from '../../shared/comms/email-settings.model';
import type { SentMail } from '../../shared/comms/mail-sender.store';
import { toInstantOrNull } from '../../shared/kernel/clock';
import type { Email, Instant, ShortText } from '../http/types';

/** How mails are sent. */
export enum MailProvider {
  Smtp = 'Smtp',
}

/** Where mails go at present: the organization's own server, the platform's, the one of SMTP_URL, or files (development). */
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
 * A TCP port; an organization's server has 25, 465, 587 or 2525 in production.
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

/** The settings of a mail server (decisions 5). The password is never shown. */
export interface EmailSettingsView {
  provider: MailProvider;
  /** Null: mails go where the platform sends them. */
  host: MailHost | null;
  port: MailPort | null;
  /** TLS from the first byte (port 465); else STARTTLS where the server offers it, and always before a password. */
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
  /** Where mails go at present; null: nowhere, they cannot be sent. */
  inUse: MailInUse | null;
  updatedAt: Instant | null;
  /** Counts the changes; also the ETag. 0 before the first. */
  revision: number;
}

/** Absent fields stay, null clears. */
export interface UpdateEmailSettings {
  provider?: MailProvider;
  host?: MailHost | null;
  port?: MailPort | null;
  secure?: boolean;
  user?: ShortText | null;
  /** Write-only; to be given again when host, port or user change. */
  password?: MailPassword | null;
  fromName?: ShortText | null;
  fromAddress?: Email | null;
}

/** Whom to send a mail to, to try something out. */
export interface SendTest {
  to: Email;
}

/** What the mail server answered. */
export interface SentTestView {
  accepted: Email[];
  /**
   * The server's last answer, or the file in the outbox.
   * @example "250 2.0.0 Ok: queued as 4XyZ"
   */
  response: string;
  /** @example "<3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11@evaluations.example.com>" */
  messageId: string;
}

/** Settings as the API shows them; null: nobody has saved any. */
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

/** The revision of settings as the API counts it: the first save is 1, so that it differs from none. */
export function shownRevision(row: Pick<EmailSettings, 'revision'> | null): number {
  return row ? row.revision + 1 : 0;
}

/** The answer to a test mail. */
export function toSentTestView({ accepted, response, messageId }: SentMail): SentTestView {
  return { accepted, response, messageId };
}

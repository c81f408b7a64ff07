import { config } from '../../kernel/config';
import { inTenant, PLATFORM_SCOPE, tenantId } from '../../kernel/context';
import { decrypt } from '../../kernel/encryption';
import { conflict } from '../../kernel/errors';
import { refusal } from '../../kernel/refusals/refusal';
import { emailPasswordPurpose, type EmailSettings, EmailSettingsModel } from '../email-settings.model';
import { type MailAddress, type SmtpServer, smtpServerOf } from './smtp-server';

/** Whose settings decide where an organization's emails go. */
export enum MailRouteSource {
  /** The organization's own settings. */
  Own = 'Own',
  /** The settings of the platform. */
  Platform = 'Platform',
  /** SMTP_URL. */
  Environment = 'Environment',
  /** Nothing is configured: in development emails become files. */
  Outbox = 'Outbox',
}

/** Where emails go: to a server, or into the outbox when `server` is null. */
export interface MailRoute {
  source: MailRouteSource;
  server: SmtpServer | null;
  from: Partial<MailAddress> & Pick<MailAddress, 'address'>;
}

/** Returns the stored settings of the context's scope, or null. */
export async function storedEmailSettings(): Promise<EmailSettings | null> {
  return EmailSettingsModel.findById(tenantId()).lean<EmailSettings>();
}

/**
 * Returns where the emails of the context's organization go: its own server, else the platform's, else SMTP_URL, else,
 * outside production, the outbox. Throws CONFLICT when none of them is configured.
 */
export async function mailRoute(): Promise<MailRoute> {
  const route = await findMailRoute();
  if (!route) throw conflict(refusal('NO_MAIL_SERVER'));
  return route;
}

/** Like `mailRoute`, but returns null when nothing is configured. */
export async function findMailRoute(): Promise<MailRoute | null> {
  const own = tenantId() === PLATFORM_SCOPE ? null : await storedEmailSettings();
  if (own?.host) return routeOf(own, MailRouteSource.Own);
  const platform = await inTenant(PLATFORM_SCOPE, storedEmailSettings);
  if (platform?.host) return routeOf(platform, MailRouteSource.Platform);
  const { SMTP_URL, NODE_ENV } = config();
  if (!SMTP_URL && NODE_ENV === 'production') return null;
  return {
    source: SMTP_URL ? MailRouteSource.Environment : MailRouteSource.Outbox,
    server: SMTP_URL ? smtpServerOf(SMTP_URL) : null,
    from: senderOf(platform),
  };
}

function routeOf(settings: EmailSettings, source: MailRouteSource): MailRoute {
  const { _id, host, port, secure, user, sealedPassword } = settings;
  const server: SmtpServer = {
    host: host ?? '',
    port: port ?? 0,
    secure,
    user,
    password: sealedPassword === null ? null : decrypt(sealedPassword, emailPasswordPurpose(_id)),
    isGuarded: source === MailRouteSource.Own && config().SMTP_TENANT_HOSTS === 'public',
  };
  return { source, server, from: senderOf(settings) };
}

function senderOf(settings: EmailSettings | null): MailRoute['from'] {
  const address = settings?.fromAddress ?? `no-reply@${new URL(config().BASE_URL).hostname}`;
  return settings?.fromName ? { address, name: settings.fromName } : { address };
}

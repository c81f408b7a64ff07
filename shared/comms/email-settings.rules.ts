import type { FieldError } from '../kernel/errors';
import { sentence } from '../kernel/refusals/sentence';
import type { EmailSettings } from './email-settings.model';

/** Ports of mail servers: all that an organization may name (see the ADR about mail servers of organizations). */
const MAIL_PORTS = [25, 465, 587, 2525] as const;

type Settings = Pick<EmailSettings, 'host' | 'port' | 'user' | 'fromAddress'> & { hasPassword: boolean };

/** What is missing or contradictory in the settings of a mail server; `isGuarded`: an organization named it. */
export function validateEmailSettings(settings: Settings, isGuarded: boolean): FieldError[] {
  const { host, port, user, fromAddress, hasPassword } = settings;
  const problems: FieldError[] = [];
  if (host !== null && port === null) problems.push({ field: 'port', message: 'is required with a host' });
  if (host !== null && fromAddress === null)
    problems.push({ field: 'fromAddress', message: 'is required with a host' });
  if (isGuarded && port !== null && !MAIL_PORTS.some((allowed) => allowed === port))
    problems.push({ field: 'port', ...sentence`must be one of ${MAIL_PORTS.join(', ')}` });
  if (user === null && hasPassword) problems.push({ field: 'user', message: 'is required with a password' });
  if (user !== null && !hasPassword) problems.push({ field: 'password', message: 'is required with a user' });
  return problems;
}

/**
 * Whether a stored password has to be given again: whoever changes where it is sent must know it, or a changed host would
 * hand it over.
 */
export function sendsPasswordElsewhere(
  before: Pick<EmailSettings, 'host' | 'port' | 'user'>,
  after: Pick<EmailSettings, 'host' | 'port' | 'user'>,
): boolean {
  return before.host !== after.host || before.port !== after.port || before.user !== after.user;
}

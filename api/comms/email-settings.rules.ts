import type { EmailSettings } from '../../shared/comms/email-settings.model';
import type { FieldError } from '../../shared/kernel/errors';
import { sentence } from '../../shared/kernel/refusals/sentence';

/** The ports that an organization may name (docs/adr/0012). */
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

/** Whether the stored password must be sent again: otherwise someone who does not know it could direct it to another host. */
export function sendsPasswordElsewhere(
  before: Pick<EmailSettings, 'host' | 'port' | 'user'>,
  after: Pick<EmailSettings, 'host' | 'port' | 'user'>,
): boolean {
  return before.host !== after.host || before.port !== after.port || before.user !== after.user;
}

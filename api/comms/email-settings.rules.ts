import type { EmailSettings } from '../../shared/comms/email-settings.model';
import { type FieldRefusal, refusal } from '../../shared/kernel/refusals/refusal';

/** The ports that an organization may name (docs/adr/0012). */
const MAIL_PORTS = [25, 465, 587, 2525] as const;

type Settings = Pick<EmailSettings, 'host' | 'port' | 'user' | 'fromAddress'> & { hasPassword: boolean };

/** What is missing or contradictory in the settings of a mail server; `isGuarded`: an organization named it. */
export function validateEmailSettings(settings: Settings, isGuarded: boolean): FieldRefusal[] {
  const { host, port, user, fromAddress, hasPassword } = settings;
  const problems: FieldRefusal[] = [];
  if (host !== null && port === null) problems.push({ field: 'port', ...refusal('REQUIRED_WITH_HOST') });
  if (host !== null && fromAddress === null) problems.push({ field: 'fromAddress', ...refusal('REQUIRED_WITH_HOST') });
  if (isGuarded && port !== null && !MAIL_PORTS.some((allowed) => allowed === port))
    problems.push({ field: 'port', ...refusal('NOT_ONE_OF', { choices: MAIL_PORTS.join(', ') }) });
  if (user === null && hasPassword) problems.push({ field: 'user', ...refusal('REQUIRED_WITH_PASSWORD') });
  if (user !== null && !hasPassword) problems.push({ field: 'password', ...refusal('REQUIRED_WITH_USER') });
  return problems;
}

/** Whether the stored password must be sent again: otherwise someone who does not know it could direct it to another host. */
export function sendsPasswordElsewhere(
  before: Pick<EmailSettings, 'host' | 'port' | 'user'>,
  after: Pick<EmailSettings, 'host' | 'port' | 'user'>,
): boolean {
  return before.host !== after.host || before.port !== after.port || before.user !== after.user;
}

import { config } from '../../shared/kernel/config';
import { StartProblem } from '../../shared/kernel/start-problem';
import { isLoopback } from '../../shared/platform/sso/issuer.rules';

/** Sends lines to a receiver; resolves once it has accepted all, otherwise throws an Error without the address. */
type Deliver = (lines: string, stopping: AbortSignal) => Promise<void>;

/** The longest response time of a receiver. */
export const ANSWER_MS = 10_000;

/**
 * Returns the receiver that `AUDIT_STREAM` names. Throws a StartProblem that lists the valid values. Entries contain personal
 * data, so the connection must use TLS, except to this machine outside production. Private addresses are allowed,
 * because the operator sets the variable.
 */
export function auditReceiver(setting: string): Deliver {
  if (setting === 'stdout') return (lines) => print(lines);
  const url = URL.canParse(setting) ? new URL(setting) : null;
  const isOwn = config().NODE_ENV !== 'production' && url?.protocol === 'http:' && isLoopback(url);
  if (!url || (url.protocol !== 'https:' && !isOwn))
    throw new StartProblem('AUDIT_STREAM must be stdout or an address that begins with https://.');
  const headers = { 'Content-Type': 'application/x-ndjson', ...authorization(url) };
  url.username = '';
  url.password = '';
  return async (lines, stopping) => {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_MS)]);
    const answer = await fetch(url, { method: 'POST', headers, body: lines, redirect: 'manual', signal });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The receiver of audit entries answered ${answer.status}.`);
  };
}

/** `fetch` accepts no address with a user, so it is sent as basic authentication (RFC 7617). */
function authorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(user).toString('base64')}` };
}

function print(lines: string): Promise<void> {
  return new Promise((done, failed) => {
    process.stdout.write(lines, (error) => (error ? failed(error) : done()));
  });
}

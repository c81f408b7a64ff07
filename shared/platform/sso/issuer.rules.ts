import { refusal, type Refusal } from '../../kernel/refusals/refusal';

/** Host names of this machine, where developers run a provider. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Whether an address has a host name of this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.has(hostname);
}

/**
 * Returns what is wrong with the address of a program that an organization names as a predicate, or null: it must be
 * `https`, without user and password. `allowsLoopback`: an address of this machine may also be `http`.
 */
export function validateProgramAddress(address: string, allowsLoopback: boolean): Refusal | null {
  if (!URL.canParse(address)) return refusal('MUST_BE_ADDRESS');
  const url = new URL(address);
  const isSecure = url.protocol === 'https:' || (allowsLoopback && url.protocol === 'http:' && isLoopback(url));
  if (!isSecure) return refusal('MUST_BEGIN_WITH_HTTPS');
  if (url.username !== '' || url.password !== '') return refusal('MUST_NOT_CONTAIN_USER_OR_PASSWORD');
  return null;
}

/**
 * Returns what is wrong with an issuer as a predicate, or null. OpenID Connect Discovery 1.0, section 2: `https`,
 * without query and fragment. `allowsLoopback`: see `validateProgramAddress`.
 */
export function validateIssuer(issuer: string, allowsLoopback: boolean): Refusal | null {
  const problem = validateProgramAddress(issuer, allowsLoopback);
  return problem ?? (/[?#]/.test(issuer) ? refusal('MUST_HAVE_NEITHER_QUERY_NOR_FRAGMENT') : null);
}

/** Whether two addresses name the same issuer, ignoring a slash at the end. */
export function isSameIssuer(issuer: string, other: string): boolean {
  return URL.canParse(issuer) && URL.canParse(other) && new URL(issuer).href === new URL(other).href;
}

export function isEmailDomain(text: string): boolean {
  return text.length <= 253 && DOMAIN.test(text);
}

/** Whether accounts may be linked by an email; an empty list allows every domain. */
export function admitsEmail(email: string, domains: readonly string[]): boolean {
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** Host names of this machine, where developers run a provider. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Whether an address has a host name of this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.has(hostname);
}

/**
 * Returns what is wrong with an issuer as a predicate, or null. OpenID Connect Discovery 1.0, section 2: `https`,
 * without query and fragment. `allowsLoopback`: an address of this machine may also be `http`.
 */
export function validateIssuer(issuer: string, allowsLoopback: boolean): string | null {
  if (!URL.canParse(issuer)) return 'must be an address such as https://login.example.com';
  const url = new URL(issuer);
  const isSecure = url.protocol === 'https:' || (allowsLoopback && url.protocol === 'http:' && isLoopback(url));
  if (!isSecure) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user or a password';
  if (/[?#]/.test(issuer)) return 'must have neither a query nor a fragment';
  return null;
}

/** Whether two addresses name the same issuer, ignoring a slash at the end. */
export function isSameIssuer(issuer: string, other: string): boolean {
  return URL.canParse(issuer) && URL.canParse(other) && new URL(issuer).href === new URL(other).href;
}

/** Whether a text is the domain of an email address, in lower case. */
export function isEmailDomain(text: string): boolean {
  return text.length <= 253 && DOMAIN.test(text);
}

/** Whether accounts may be linked by an email; an empty list allows every domain. */
export function admitsEmail(email: string, domains: readonly string[]): boolean {
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

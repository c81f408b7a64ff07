import { hasFormatCharacters } from './typed-text.rules';

const MAX_EMAIL = 254;
/** The pattern of the type `Email` of request bodies, so that every input follows one rule. */
const EMAIL = /^[^\s\p{Cc}@<>"]+@[^\s\p{Cc}@<>"]+\.[^\s\p{Cc}@<>"]+$/u;

/** Whether a trimmed text is an email address, by the rule of request bodies. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && EMAIL.test(text) && !hasFormatCharacters(text);
}

/**
 * Returns an email address as it is stored and compared: trimmed, in composed form and lower case, its domain in ASCII, as mail
 * servers have it.
 */
export function normalizeEmail(email: string): string {
  const text = email.normalize('NFC').trim().toLowerCase();
  const at = text.lastIndexOf('@') + 1;
  return text.slice(0, at) + asciiDomain(text.slice(at));
}

/** Returns a domain in ASCII; as it is when it has no such form, for the rule of addresses to refuse. */
export function asciiDomain(domain: string): string {
  const isInternational = /[^\0-\x7f]/.test(domain) && !/[/\\:?#%[\]]/.test(domain);
  const url = `http://${domain}`;
  return isInternational && URL.canParse(url) ? new URL(url).hostname : domain;
}

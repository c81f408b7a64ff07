import { domainToASCII } from 'node:url';
import { hasFormatCharacters } from './typed-text.rules';

const MAX_EMAIL = 254;
/** The pattern of the type `Email` of request bodies, so that every input follows one rule. */
const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/;

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
  const domain = text.slice(at);
  // A domain that has no form in ASCII is left to the rule of addresses, which may refuse it.
  return text.slice(0, at) + (domainToASCII(domain) || domain);
}

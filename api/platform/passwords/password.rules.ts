import { type FieldRefusal, refusal } from '../../../shared/kernel/refusals/refusal';
import { COMMON_PASSWORDS } from './common-passwords';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** What decides about a chosen password besides its length. */
export interface PasswordPolicy {
  /** The organization's own minimum, at least 8. */
  minLength: number;
  /** The account's email address, which is not secret. */
  email: string;
}

/** Returns the problems of a chosen password: its length, and a blocklist of common ones; there are no rules of composition. */
export function validatePassword(
  password: string,
  { minLength, email }: PasswordPolicy,
  field = 'password',
): FieldRefusal[] {
  const length = [...password].length;
  const least = Math.max(minLength, MIN_PASSWORD_LENGTH);
  if (length < least) return [{ field, ...refusal('TEXT_TOO_SHORT', { min: least }) }];
  if (length > MAX_PASSWORD_LENGTH) return [{ field, ...refusal('TEXT_TOO_LONG', { max: MAX_PASSWORD_LENGTH }) }];
  const lowerCase = password.toLowerCase();
  return isCommon(lowerCase) || isEmail(lowerCase, email) ? [{ field, ...refusal('PASSWORD_TOO_COMMON') }] : [];
}

/** Compares the whole password literally, so that "Password123!" is not common. */
function isCommon(lowerCase: string): boolean {
  return COMMON_PASSWORDS.has(lowerCase) || isMonotonous(lowerCase);
}

/** One or two repeated characters, or each one step from the previous one: "aaaaaaaa", "12121212", "12345678", "hgfedcba". */
function isMonotonous(text: string): boolean {
  const codes = [...text].map((sign) => sign.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return new Set(codes).size <= 2 || (steps.size === 1 && Math.abs([...steps][0] ?? 9) <= 1);
}

function isEmail(lowerCase: string, email: string): boolean {
  const address = email.trim().toLowerCase();
  return lowerCase === address || lowerCase === address.split('@')[0];
}

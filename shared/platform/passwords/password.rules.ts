import type { FieldError } from '../../kernel/errors';
import { COMMON_PASSWORDS } from './common-passwords';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Signs that people write for letters. */
const LETTER_OF: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** What a chosen password is judged by besides its length. */
export interface PasswordPolicy {
  /** The organization's own minimum, at least 8 (decisions 4). */
  minLength: number;
  /** The account's email address: it is no secret. */
  email: string;
}

/**
 * What is wrong with a password that someone chose (decisions 4): its length in characters, no rules of composition,
 * and a blocklist of common ones.
 */
export function validatePassword(
  password: string,
  { minLength, email }: PasswordPolicy,
  field = 'password',
): FieldError[] {
  const length = [...password].length;
  const least = Math.max(minLength, MIN_PASSWORD_LENGTH);
  if (length < least) return [{ field, message: `must have at least ${least} characters` }];
  if (length > MAX_PASSWORD_LENGTH) return [{ field, message: `must have at most ${MAX_PASSWORD_LENGTH} characters` }];
  return isCommon(password) || isEmail(password, email)
    ? [{ field, message: 'is too easy to guess: choose a less common one' }]
    : [];
}

function isCommon(password: string): boolean {
  const folded = password.trim().toLowerCase();
  if (COMMON_PASSWORDS.has(folded) || isMonotonous(folded)) return true;
  const bare = folded.replace(/^[\W\d_]+|[\W\d_]+$/g, '');
  return [bare, lettersOf(bare), lettersOf(folded), lettersOf(folded).replace(/[\W\d_]+$/, '')].some(
    (text) => COMMON_PASSWORDS.has(text) || COMMON_PASSWORDS.has(halfOf(text)),
  );
}

const lettersOf = (text: string): string => [...text].map((sign) => LETTER_OF[sign] ?? sign).join('');

/** The half of a text that is the same twice ("dragondragon"), else the text. */
function halfOf(text: string): string {
  const half = text.slice(0, text.length / 2);
  return half + half === text ? half : text;
}

/** Few different characters, or each one step from the one before: "aaaaaaaa", "12121212", "12345678", "hgfedcba". */
function isMonotonous(text: string): boolean {
  const codes = [...text].map((sign) => sign.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return new Set(codes).size <= 2 || (steps.size === 1 && Math.abs([...steps][0] ?? 9) <= 1);
}

function isEmail(password: string, email: string): boolean {
  const folded = password.trim().toLowerCase();
  const address = email.trim().toLowerCase();
  return folded === address || folded === address.split('@')[0];
}

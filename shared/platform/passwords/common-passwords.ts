import { dictionary } from '@zxcvbn-ts/language-common';

/** Passwords that many people use, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common']);

import { dictionary } from '@zxcvbn-ts/language-common';

/** Common passwords, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common']);

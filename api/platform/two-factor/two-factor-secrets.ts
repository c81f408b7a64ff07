import { decrypt, encrypt } from '../../../shared/kernel/encryption';

const purposeOf = (userId: string): string => `two-factor:${userId}`;

/** The secret of a user's two-factor authentication as it is stored: encrypted, and worth nothing in another user's row. */
export function sealTotpSecret(secret: string, userId: string): string {
  return encrypt(secret, purposeOf(userId));
}

/** The secret that was sealed for the user. */
export function openTotpSecret(sealed: string, userId: string): string {
  return decrypt(sealed, purposeOf(userId));
}

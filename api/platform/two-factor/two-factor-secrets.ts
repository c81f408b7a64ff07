import { decrypt, encrypt } from '../../../shared/kernel/encryption';

/** What the secrets of a user are encrypted for. */
export const twoFactorPurpose = (userId: string): string => `two-factor:${userId}`;

/** The secret of a user's two-factor authentication as it is stored: encrypted, and worth nothing in another user's row. */
export function sealTotpSecret(secret: string, userId: string): string {
  return encrypt(secret, twoFactorPurpose(userId));
}

/** The secret that was sealed for the user. */
export function openTotpSecret(sealed: string, userId: string): string {
  return decrypt(sealed, twoFactorPurpose(userId));
}

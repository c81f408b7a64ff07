import { decrypt, encrypt } from '../../../shared/kernel/encryption';

/** The encryption purpose of a user's secrets. */
export const twoFactorPurpose = (userId: string): string => `two-factor:${userId}`;

/** Encrypts the secret of a user's two-factor authentication, so that it is useless in another user's row. */
export function sealTotpSecret(secret: string, userId: string): string {
  return encrypt(secret, twoFactorPurpose(userId));
}

export function openTotpSecret(sealed: string, userId: string): string {
  return decrypt(sealed, twoFactorPurpose(userId));
}

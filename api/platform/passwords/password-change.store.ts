import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';

/**
 * Stores a password that its owner has chosen (argon2id) if the credential still matches `where`, and returns whether
 * it did. Voids emailed temporary passwords and links.
 */
export async function storeChosenPassword(
  where: { _id: string } & Partial<Pick<Credential, 'resetTokenHash'>>,
  passwordHash: string,
  also: Partial<Pick<Credential, 'failedSignIns'>> = {},
): Promise<boolean> {
  const stored = await CredentialModel.updateOne(where, {
    $set: {
      passwordHash,
      mustChangePassword: false,
      temporaryUntil: null,
      temporaryPasswordJobId: null,
      resetTokenHash: null,
      resetTokenUntil: null,
      resetRequestId: null,
      ...also,
    },
  });
  return stored.matchedCount > 0;
}

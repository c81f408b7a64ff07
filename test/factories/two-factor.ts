import speakeasy from 'speakeasy';
import { newTotpSecret } from '../../api/platform/two-factor/totp';
import { sealTotpSecret } from '../../api/platform/two-factor/two-factor-secrets';
import { now } from '../../shared/kernel/clock';
import { PLATFORM_SCOPE } from '../../shared/kernel/context';
import { CredentialModel } from '../../shared/platform/accounts/credential.model';
import { makeAccount, type TestAccount } from './account';
import { withinTenant } from './tenant';

export interface TwoFactorAccount extends TestAccount {
  secret: string;
}

/** An account whose two-factor authentication is on; no code of it was used yet. */
export async function makeTwoFactorAccount(
  scope: string = PLATFORM_SCOPE,
  options: Parameters<typeof makeAccount>[1] = {},
): Promise<TwoFactorAccount> {
  const account = await makeAccount(scope, options);
  const secret = newTotpSecret();
  const twoFactorSecret = sealTotpSecret(secret, account.id);
  await withinTenant(scope, async () => CredentialModel.updateOne({ _id: account.id }, { $set: { twoFactorSecret } }));
  return { ...account, secret };
}

/** The code that an authenticator shows now, or `steps` of 30 s from now. */
export function codeOf(secret: string, steps = 0): string {
  return speakeasy.totp({ secret, encoding: 'base32', time: Math.floor(now().getTime() / 1_000) + steps * 30 });
}

/** Six digits that are no code of now or of the steps around it. */
export function wrongCodeOf(secret: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  const candidates = Array.from({ length: 6 }, (_, digit) => String(digit).repeat(6));
  return candidates.find((code) => !right.has(code)) ?? '';
}

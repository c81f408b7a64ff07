import { Role } from '../../../shared/kernel/permissions';
import type { Credential } from '../../../shared/platform/accounts/credential.model';
import type { User } from '../../../shared/platform/accounts/user.model';
import type { SignInSettings, SsoProvider } from '../../../shared/platform/sso/sign-in-settings.model';
import { storedSignInSettings } from '../../../shared/platform/sso/sso-provider.store';
import { DEFAULT_POLICY, type SignInPolicy } from './sign-in-policy.rules';

/** How an organization's sessions last, and the provider that opens them. */
export type SignInRules = SignInPolicy & Pick<SignInSettings, 'sso'>;

/** Returns the policy of the context's organization; the default one for the platform. */
export async function signInPolicy(): Promise<SignInRules> {
  return (await storedSignInSettings()) ?? { ...DEFAULT_POLICY, sso: null };
}

/** Whether an account may sign in with a password, given the organization's provider. */
export function mayUsePassword(
  sso: Pick<SsoProvider, 'isRequired'> | null,
  { roles }: Pick<User, 'roles'>,
  credential: Pick<Credential, 'mayUsePassword'> | null,
): boolean {
  if (!sso?.isRequired) return true;
  return roles.includes(Role.TenantAdmin) && credential?.mayUsePassword === true;
}

import type { Session } from '../session.model';
import { isSameIssuer } from './issuer.rules';
import type { SsoProvider } from './sign-in-settings.model';

/** Whether a session was opened at this provider; null: there is none. */
export function isOpenedAt(
  provider: Pick<SsoProvider, 'issuer' | 'clientId'> | null | undefined,
  { sso }: Pick<Session, 'sso'>,
): boolean {
  if (!provider || !sso) return false;
  return isSameIssuer(sso.issuer, provider.issuer) && sso.clientId === provider.clientId;
}

import type { Session } from '../../../shared/platform/session.model';
import { isSameIssuer } from '../../../shared/platform/sso/issuer.rules';
import type { SsoProvider } from '../../../shared/platform/sso/sign-in-settings.model';

/** Whether a session was opened at this provider; null: there is none. */
export function isOpenedAt(
  provider: Pick<SsoProvider, 'issuer' | 'clientId'> | null | undefined,
  { sso }: Pick<Session, 'sso'>,
): boolean {
  if (!provider || !sso) return false;
  return isSameIssuer(sso.issuer, provider.issuer) && sso.clientId === provider.clientId;
}

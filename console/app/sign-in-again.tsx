import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { api } from '../http/client';
import { queryClient } from '../http/query-client';
import { useOrganization } from '../platform/sign-in/entrance';
import { SignInForms } from '../platform/sign-in/sign-in.page';
import { Dialog } from '../ui/dialog';
import { isAccountOfTab } from './account-of-tab';
import { dropDrafts } from './leave-guard';
import { sessionRenewal } from './session-renewal';

/** Signs in again over a form with changes whose session has ended; what was typed stays. Another account starts again. */
export function SignInAgain(): ReactNode {
  const t = useTranslations('signIn');
  const organization = useOrganization();
  const [, navigate] = useLocation();
  const close = (): void => sessionRenewal.set(false);
  const leave = (): void => {
    close();
    dropDrafts();
    queryClient.clear();
    navigate('/sign-in');
  };
  const enter = (userId: string): void => {
    close();
    if (isAccountOfTab(userId)) {
      void queryClient.invalidateQueries();
      return;
    }
    dropDrafts();
    globalThis.location.assign('/');
  };
  return (
    <Dialog title={t('again')} onClose={leave}>
      <div className="stack">
        <p>{t('againText')}</p>
        {organization && (
          <SignInForms
            organization={organization}
            message={organization.sso && t('againInTab')}
            provider={{ href: '/api/auth/sso/start', target: '_blank' }}
            onEnter={enter}
          />
        )}
        {organization?.sso && <OtherTab onEnter={enter} />}
      </div>
    </Dialog>
  );
}

/** Sees when the user comes back from a tab in which they have signed in. */
function OtherTab({ onEnter }: { onEnter: (userId: string) => void }): null {
  const seen = useEffectEvent((): void => {
    api
      .GET('/api/my-profile')
      .then(({ data }) => data && onEnter(data.id))
      .catch(() => undefined);
  });
  useEffect(() => {
    const look = (): void => seen();
    globalThis.addEventListener('focus', look);
    return () => globalThis.removeEventListener('focus', look);
  }, []);
  return null;
}

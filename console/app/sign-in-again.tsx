import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
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
        {organization && <SignInForms hasOrganization={organization.slug !== null} onEnter={enter} />}
      </div>
    </Dialog>
  );
}

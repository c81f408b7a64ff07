import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Redirect, useSearch } from 'wouter';
import { PageTitle } from '../../app/page-title';
import { useProfile } from '../../app/session';
import { queryClient } from '../../http/query-client';
import { readKey } from '../../http/use-read';
import { notifySaved } from '../../ui/notices';
import { nextAddress } from '../sign-in/next-address';
import { PasswordForm } from './password-form';

/** /change-password: before anything else for a temporary password, and from the profile. */
export function ChangePasswordPage(): ReactNode {
  const t = useTranslations('signIn');
  const pages = useTranslations('pages');
  const [isSaved, setSaved] = useState(false);
  const { mustChangePassword } = useProfile();
  const next = new URLSearchParams(useSearch()).get('next');
  // Not before the account says so: until then every address leads here.
  if (isSaved && !mustChangePassword) return <Redirect to={nextAddress(next)} replace />;
  return (
    <div className="stack narrow">
      <PageTitle>{pages('newPassword')}</PageTitle>
      {mustChangePassword && <p>{t('temporary')}</p>}
      <section className="card">
        <PasswordForm
          isTemporary={mustChangePassword}
          onSaved={(profile) => {
            queryClient.setQueryData(readKey('/api/my-profile'), { ...profile, mustChangePassword: false });
            notifySaved();
            setSaved(true);
          }}
        />
      </section>
    </div>
  );
}

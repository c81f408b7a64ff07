import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Redirect, useSearch } from 'wouter';
import { PageTitle } from '../../app/page-title';
import { useProfile } from '../../app/session';
import { TwoFactor } from '../profile/two-factor';
import { nextAddress } from '../sign-in/next-address';

/** /set-up-two-factor: before anything else where the organization requires two-factor authentication. */
export function SetUpTwoFactorPage(): ReactNode {
  const t = useTranslations('signInPolicies');
  const pages = useTranslations('pages');
  const { mustSetUpTwoFactor } = useProfile();
  const next = new URLSearchParams(useSearch()).get('next');
  const [isRequired] = useState(mustSetUpTwoFactor);
  if (isRequired && !mustSetUpTwoFactor) return <Redirect to={nextAddress(next)} replace />;
  return (
    <div className="stack narrow">
      <PageTitle>{pages('setUpTwoFactor')}</PageTitle>
      {isRequired && <p>{t('setUpText')}</p>}
      <TwoFactor />
    </div>
  );
}

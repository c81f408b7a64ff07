import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PageTitle } from '../../app/page-title';
import { useProfile } from '../../app/session';
import { notifySaved } from '../../ui/notices';
import { PasswordForm } from '../change-password/password-form';
import { AppearanceChoice } from './appearance-choice';
import { Avatar } from './avatar';
import { MailChoices } from './mail-choices';
import { NameAndLanguage } from './name-and-language';
import { PersonalData } from './personal-data';
import { Sessions } from './sessions';
import { TwoFactor } from './two-factor';
import styles from './profile.module.css';

/** /profile: your account. */
export function ProfilePage(): ReactNode {
  const t = useTranslations('profile');
  const pages = useTranslations('pages');
  const { email } = useProfile();
  return (
    <div className="stack narrow">
      <div className="page-head">
        <PageTitle>{pages('profile')}</PageTitle>
      </div>
      <section className="card" aria-labelledby="profile-account">
        <h2 id="profile-account">{t('account')}</h2>
        <p className={clsx('muted', styles.profileEmail)}>{email}</p>
        <NameAndLanguage />
      </section>
      <MailChoices />
      <AppearanceChoice />
      <Avatar />
      <section className="card" aria-labelledby="profile-password">
        <h2 id="profile-password">{t('password')}</h2>
        <PasswordForm onSaved={notifySaved} />
      </section>
      <TwoFactor />
      <Sessions />
      <PersonalData />
    </div>
  );
}

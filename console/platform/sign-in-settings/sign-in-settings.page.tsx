import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PageTitle } from '../../app/page-title';
import { useRead } from '../../http/use-read';
import { CopyButton } from '../../ui/copy-button';
import { Facts } from '../../ui/facts';
import { Loaded } from '../../ui/loaded';
import { PoliciesForm } from './policies-form';
import type { SignInSettings } from './save-sign-in';
import { SsoForm } from './sso-form';

/** /settings/sign-in: the identity provider of the organization, second factors and sessions. */
export function SignInSettingsPage(): ReactNode {
  const pages = useTranslations('pages');
  const t = useTranslations('sso');
  const read = useRead('/api/sign-in-settings');
  return (
    <div className="stack narrow">
      <div className="page-head">
        <PageTitle>{pages('signInSettings')}</PageTitle>
      </div>
      <Loaded read={read}>
        {(settings) => (
          <>
            <section className="card stack" aria-labelledby="sso">
              <h2 id="sso">{t('title')}</h2>
              <p className="muted">{t('text')}</p>
              <Addresses settings={settings} />
              <SsoForm settings={settings} />
            </section>
            <PoliciesForm settings={settings} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** What the provider has to know of the service. */
function Addresses({ settings: { redirectUri, signedOutUri } }: { settings: SignInSettings }): ReactNode {
  const t = useTranslations('sso');
  const address = (text: string): ReactNode => (
    <>
      <code>{text}</code> <CopyButton text={text} />
    </>
  );
  return (
    <div className="stack tight">
      <p>{t('register')}</p>
      <Facts
        facts={[
          { name: t('redirectUri'), value: address(redirectUri) },
          { name: t('signedOutUri'), value: address(signedOutUri) },
        ]}
      />
    </div>
  );
}

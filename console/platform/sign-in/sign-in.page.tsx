import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation, useSearch } from 'wouter';
import { noteAccount } from '../../app/account-of-tab';
import { ApiError } from '../../http/api-error';
import { answered, api } from '../../http/client';
import { queryClient } from '../../http/query-client';
import { Button } from '../../ui/button';
import { Entrance, useOrganization } from './entrance';
import { EntranceField, EntranceForm, namedOrganization, OrganizationField } from './entrance-form';
import { isOutsideConsole, nextAddress } from './next-address';
import styles from './entrance.module.css';

/** /sign-in: email and password, then the code where the account uses two-factor authentication. */
export function SignInPage(): ReactNode {
  const t = useTranslations('signIn');
  const pages = useTranslations('pages');
  const organization = useOrganization();
  const parameters = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();

  const enter = (userId: string): void => {
    noteAccount(userId);
    queryClient.clear();
    const address = nextAddress(parameters.get('next'));
    if (isOutsideConsole(address)) globalThis.location.assign(address);
    else navigate(address, { replace: true });
  };
  const message = parameters.get('reason') === 'role' ? t('role') : parameters.has('next') ? t('ended') : null;

  return (
    <Entrance organization={organization} title={pages('signIn')}>
      <SignInForms hasOrganization={organization?.slug !== null} message={message} onEnter={enter} />
      <p>
        <Link href="/forgot-password">{t('forgot')}</Link>
      </p>
    </Entrance>
  );
}

interface SignInFormsProps {
  hasOrganization: boolean;
  /** Why the user is here. */
  message?: string | null;
  onEnter: (userId: string) => void;
}

/** Email and password, then the code where the account uses two-factor authentication. */
export function SignInForms({ hasOrganization, message = null, onEnter }: SignInFormsProps): ReactNode {
  const t = useTranslations('signIn');
  const [challenge, setChallenge] = useState<string | null>(null);
  const [hasExpired, setExpired] = useState(false);
  const expire = (): void => {
    setChallenge(null);
    setExpired(true);
  };
  const shown = hasExpired ? t('challengeExpired') : message;
  return (
    <>
      {shown !== null && (
        <p className={styles.said} role="status">
          {shown}
        </p>
      )}
      {challenge === null ? (
        <PasswordForm hasOrganization={hasOrganization} onEnter={onEnter} onChallenge={setChallenge} />
      ) : (
        <CodeForm challenge={challenge} onEnter={onEnter} onExpired={expire} onBack={() => setChallenge(null)} />
      )}
    </>
  );
}

interface Credentials {
  /** Absent on an organization's host. */
  tenantSlug?: string;
  email: string;
  password: string;
}

function PasswordForm(props: {
  hasOrganization: boolean;
  onEnter: (userId: string) => void;
  onChallenge: (challenge: string) => void;
}): ReactNode {
  const { hasOrganization, onEnter, onChallenge } = props;
  const t = useTranslations('signIn');
  const submit = async ({ tenantSlug, ...typed }: Credentials): Promise<void> => {
    try {
      const { user } = await answered(
        api.POST('/api/auth/token', { body: { ...typed, ...namedOrganization(tenantSlug), cookie: true } }),
      );
      onEnter(user.id);
    } catch (error) {
      const token =
        error instanceof ApiError && error.code === 'TWO_FACTOR_REQUIRED' ? error.body.challengeToken : null;
      if (typeof token !== 'string') throw error;
      onChallenge(token);
    }
  };
  return (
    <EntranceForm<Credentials> submit={submit} action={t('signIn')}>
      {!hasOrganization && <OrganizationField />}
      <EntranceField name="email" label={t('email')} type="email" required autoComplete="username" />
      <EntranceField name="password" label={t('password')} type="password" required autoComplete="current-password" />
    </EntranceForm>
  );
}

function CodeForm(props: {
  challenge: string;
  onEnter: (userId: string) => void;
  onExpired: () => void;
  onBack: () => void;
}): ReactNode {
  const { challenge, onEnter, onExpired, onBack } = props;
  const t = useTranslations('signIn');
  const submit = async ({ code }: { code: string }): Promise<void> => {
    const body = { challengeToken: challenge, code: code.replace(/\s/g, ''), cookie: true };
    const { data, error, response } = await api.POST('/api/auth/two-factor', { body });
    if (response.status === 401 && !error) onExpired();
    else onEnter((await answered(Promise.resolve({ data, error, response }))).user.id);
  };
  return (
    <EntranceForm
      submit={submit}
      action={t('signIn')}
      beside={
        <Button kind="quiet" onClick={onBack}>
          {t('otherAccount')}
        </Button>
      }
    >
      <EntranceField
        name="code"
        label={t('code')}
        hint={t('codeHint')}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        hasFocus
      />
    </EntranceForm>
  );
}

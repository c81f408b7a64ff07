import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation, useSearch } from 'wouter';
import { noteAccount } from '../../app/account-of-tab';
import { ApiError } from '../../http/api-error';
import { answered, api } from '../../http/client';
import { queryClient } from '../../http/query-client';
import { Button } from '../../ui/button';
import { Entrance, type Organization, useOrganization } from './entrance';
import { EntranceField, EntranceForm, namedOrganization, OrganizationField } from './entrance-form';
import { isOutsideConsole, nextAddress } from './next-address';
import { rememberPassword } from './typed-password';
import buttonStyles from '../../ui/button.module.css';
import styles from './entrance.module.css';

/** /sign-in: by the organization's identity provider, or email and password, then the code of two-factor authentication. */
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
  const reason = reasonOf(parameters);
  const next = parameters.get('next');
  const query = next === null ? '' : `?${new URLSearchParams({ next: nextAddress(next) }).toString()}`;

  return (
    <Entrance organization={organization} title={pages('signIn')}>
      <SignInForms
        organization={organization}
        message={reason && t(reason)}
        provider={{ href: `/api/auth/sso/start${query}` }}
        onEnter={enter}
      />
      {!organization?.sso?.isRequired && (
        <p>
          <Link href="/forgot-password">{t('forgot')}</Link>
        </p>
      )}
    </Entrance>
  );
}

const SSO_ERRORS = ['sso-denied', 'sso-failed', 'sso-no-account', 'sso-email-unverified', 'sso-expired'] as const;

/** Why the user is here. An address can say anything, so only what is known is shown. */
function reasonOf(parameters: URLSearchParams): (typeof SSO_ERRORS)[number] | 'role' | 'ended' | null {
  const failure = SSO_ERRORS.find((reason) => reason === parameters.get('error'));
  if (failure) return failure;
  if (parameters.get('reason') === 'role') return 'role';
  return parameters.has('next') ? 'ended' : null;
}

interface SignInFormsProps {
  /** The one of this address; undefined when it cannot be asked. */
  organization: Organization | undefined;
  /** Why the user is here. */
  message?: string | null;
  /** The link to the identity provider of the organization. */
  provider: { href: string; target?: '_blank' };
  onEnter: (userId: string) => void;
}

/** The identity provider where there is one; email and password, then the code where the account uses two-factor authentication. */
export function SignInForms({ organization, message = null, provider, onEnter }: SignInFormsProps): ReactNode {
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
        <Ways organization={organization} provider={provider}>
          <PasswordForm hasOrganization={organization?.slug !== null} onEnter={onEnter} onChallenge={setChallenge} />
        </Ways>
      ) : (
        <CodeForm challenge={challenge} onEnter={onEnter} onExpired={expire} onBack={() => setChallenge(null)} />
      )}
    </>
  );
}

interface WaysProps extends Pick<SignInFormsProps, 'organization' | 'provider'> {
  /** The form for a password. */
  children: ReactNode;
}

/** The ways to sign in: the organization's identity provider first where there is one, the password where it may be used. */
function Ways({ organization, provider, children }: WaysProps): ReactNode {
  const t = useTranslations('signIn');
  if (!organization?.sso) return children;
  const { name, sso } = organization;
  return (
    <>
      <a className={clsx(buttonStyles.button, buttonStyles.primary)} {...provider}>
        {t('sso', { name })}
      </a>
      {sso.isRequired && <p>{t('ssoOnly')}</p>}
      <details>
        <summary>{t('passwordInstead')}</summary>
        {children}
      </details>
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
      rememberPassword(typed.password);
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
      secondary={
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

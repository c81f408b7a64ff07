import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useProfile } from '../../app/session';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { useMoment } from '../../texts/moment';
import { Button } from '../../ui/button';
import { ConfirmDialog, Dialog } from '../../ui/dialog';
import { Facts } from '../../ui/facts';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { Person } from '../../ui/person';
import { browserName } from '../profile/browser-name';
import type { Account } from './account';
import { AccountState } from './account-state';
import formStyles from '../../form/form.module.css';
import styles from './accounts.module.css';

/** The dialog opened by `access` in the address: how an account signs in, and the steps that change it. */
export default function AccessDialog(): ReactNode {
  const t = useTranslations('accounts');
  const address = useAddress();
  const id = address.get('access');
  if (id === '') return null;
  return (
    <Dialog title={t('access')} onClose={() => address.close('access')}>
      <Access key={id} id={id} />
    </Dialog>
  );
}

function Access({ id }: { id: string }): ReactNode {
  const read = useRead('/api/users-admin/{id}', { path: { id } });
  return (
    <Loaded read={read}>
      {(account) => (
        <div className="stack">
          <AccountFacts account={account} />
          <AccountSteps account={account} />
          <LiveSessions account={account} />
        </div>
      )}
    </Loaded>
  );
}

function AccountFacts({ account }: { account: Account }): ReactNode {
  const t = useTranslations('accounts');
  const moment = useMoment();
  const { employeeId, fullName, email, lockedUntil, twoFactorEnabled, lastSignInAt, deactivatedBecause, roles } =
    account;
  return (
    <div className="stack tight">
      <Person id={employeeId} name={fullName}>
        <strong>{fullName}</strong> <AccountState account={account} />
        <br />
        <span className="muted">{email}</span>
      </Person>
      {deactivatedBecause === 'Left' && <p>{t('leftText')}</p>}
      <Facts
        facts={[
          { name: t('lockedUntil'), value: moment(lockedUntil) },
          { name: t('twoFactor'), value: twoFactorEnabled ? t('on') : t('off') },
          { name: t('lastSignIn'), value: moment(lastSignInAt) ?? t('never') },
          { name: t('ssoIssuer'), value: account.ssoIssuer ?? t('notLinked') },
          {
            name: t('mayUsePassword'),
            value: roles.includes('TenantAdmin') ? (account.mayUsePassword ? t('yes') : t('no')) : null,
          },
        ]}
      />
    </div>
  );
}

/** Steps that are asked about before they are taken. */
type Question = 'resetPassword' | 'resetTwoFactor' | 'unlinkSso' | 'deactivate';
type Step = Question | 'unlock' | 'activate' | 'allowPassword' | 'forbidPassword';

function AccountSteps({ account }: { account: Account }): ReactNode {
  const t = useTranslations('accounts');
  const [question, setQuestion] = useState<Question | null>(null);
  const params = { path: { id: account.id } };
  const { id: ownId } = useProfile();
  const useStep = (step: Step, send: () => Promise<unknown>) =>
    useSend(send, {
      refreshes: ['/api/users-admin'],
      onDone() {
        setQuestion(null);
        notify({ kind: 'done', text: t(`done.${step}`, { name: account.fullName, email: account.email }) });
      },
    });
  const steps = {
    unlock: useStep('unlock', () => answered(api.POST('/api/users-admin/{id}/unlock', { params }))),
    activate: useStep('activate', () => answered(api.POST('/api/users-admin/{id}/activate', { params }))),
    deactivate: useStep('deactivate', () => answered(api.POST('/api/users-admin/{id}/deactivate', { params }))),
    resetPassword: useStep('resetPassword', () =>
      answered(api.POST('/api/users-admin/{id}/reset-password', { params })),
    ),
    resetTwoFactor: useStep('resetTwoFactor', () =>
      answered(api.POST('/api/users-admin/{id}/reset-two-factor', { params })),
    ),
    unlinkSso: useStep('unlinkSso', () => answered(api.POST('/api/users-admin/{id}/unlink-sso', { params }))),
    markPassword: useStep(account.mayUsePassword ? 'forbidPassword' : 'allowPassword', () =>
      answered(
        api.PUT('/api/users-admin/{id}', {
          params: { ...params, header: ifMatch(account) },
          body: { mayUsePassword: !account.mayUsePassword },
        }),
      ),
    ),
  };
  const { isActive, lockedUntil, twoFactorEnabled } = account;
  const ask = (step: Question): ReactNode => <Button onClick={() => setQuestion(step)}>{t(step)}</Button>;
  return (
    <div className={formStyles.formActions}>
      {lockedUntil !== null && (
        <Button kind="primary" isBusy={steps.unlock.isPending} onClick={() => steps.unlock.mutate()}>
          {t('unlock')}
        </Button>
      )}
      {!isActive && (
        <Button isBusy={steps.activate.isPending} onClick={() => steps.activate.mutate()}>
          {t('activate')}
        </Button>
      )}
      {isActive && ask('resetPassword')}
      {twoFactorEnabled && ask('resetTwoFactor')}
      {account.ssoIssuer !== null && ask('unlinkSso')}
      {account.roles.includes('TenantAdmin') && (
        <Button isBusy={steps.markPassword.isPending} onClick={() => steps.markPassword.mutate()}>
          {t(account.mayUsePassword ? 'forbidPassword' : 'allowPassword')}
        </Button>
      )}
      {isActive && account.id !== ownId && ask('deactivate')}
      {question !== null && (
        <ConfirmDialog
          title={t(`asks.${question}.title`, { name: account.fullName })}
          action={t(question)}
          kind={question === 'deactivate' ? 'danger' : 'primary'}
          isBusy={steps[question].isPending}
          onConfirm={() => steps[question].mutate(undefined, { onError: () => setQuestion(null) })}
          onClose={() => setQuestion(null)}
        >
          <p>{t(`asks.${question}.text`, { email: account.email })}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Where the account is signed in, and "End all sessions". */
function LiveSessions({ account: { id, fullName } }: { account: Account }): ReactNode {
  const t = useTranslations('accounts');
  const moment = useMoment();
  const path = { path: { id } };
  const sessions = useRead('/api/users-admin/{id}/sessions', path);
  const end = useSend(() => answered(api.POST('/api/users-admin/{id}/revoke-all-sessions', { params: path })), {
    refreshes: ['/api/users-admin/{id}/sessions'],
    onDone: ({ revoked }) => notify({ kind: 'done', text: t('sessionsEnded', { count: revoked, name: fullName }) }),
  });
  return (
    <section className="stack tight" aria-labelledby="account-sessions">
      <h3 id="account-sessions">{t('sessions')}</h3>
      <Loaded read={sessions}>
        {({ items, totalCount }) =>
          totalCount === 0 ? (
            <p className="muted">{t('noSessions')}</p>
          ) : (
            <>
              <ul className={styles.sessions}>
                {items.map(({ id: session, userAgent, ip, lastSeenAt }) => (
                  <li key={session}>
                    {browserName(userAgent)} <span className="muted">{ip}</span>
                    <span className="muted">{t('lastUsed', { time: moment(lastSeenAt) ?? '' })}</span>
                  </li>
                ))}
              </ul>
              <p>
                <Button isBusy={end.isPending} onClick={() => end.mutate()}>
                  {t('endSessions')}
                </Button>
              </p>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

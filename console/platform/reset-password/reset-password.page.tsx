import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { answered, api } from '../../http/client';
import { Entrance, useOrganization } from '../sign-in/entrance';
import { EntranceField, EntranceForm } from '../sign-in/entrance-form';
import { useNewPasswordHint } from '../sign-in/new-password-hint';

/** The token of the mailed link; it is in the fragment, which no server and no log sees. */
function tokenOfAddress(): string | null {
  return new URLSearchParams(globalThis.location.hash.slice(1)).get('token');
}

/** /reset-password: a new password with the link of the mail. */
export function ResetPasswordPage(): ReactNode {
  const t = useTranslations('signIn');
  const pages = useTranslations('pages');
  const organization = useOrganization();
  const hint = useNewPasswordHint();
  const [token] = useState(tokenOfAddress);
  const [isDone, setDone] = useState(false);
  const submit = ({ newPassword }: { newPassword: string }): Promise<unknown> =>
    answered(api.POST('/api/auth/reset-password', { body: { token: token ?? '', newPassword } }));
  return (
    <Entrance organization={organization} title={pages('newPassword')}>
      {isDone && <p role="status">{t('resetDone')}</p>}
      {token === null && <p role="alert">{t('noToken')}</p>}
      {token !== null && !isDone && (
        <EntranceForm submit={submit} onSaved={() => setDone(true)} action={t('save')}>
          <EntranceField
            name="newPassword"
            label={t('newPassword')}
            hint={hint}
            type="password"
            required
            autoComplete="new-password"
          />
        </EntranceForm>
      )}
      <p>
        {isDone ? <Link href="/sign-in">{t('signIn')}</Link> : <Link href="/forgot-password">{t('requestLink')}</Link>}
      </p>
    </Entrance>
  );
}

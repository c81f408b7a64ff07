import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { type Profile, useProfile } from '../../app/session';
import { TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { queryClient } from '../../http/query-client';
import { readKey } from '../../http/use-read';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notices';
import formStyles from '../../form/form.module.css';
import styles from './profile.module.css';

type Setup = components['schemas']['TwoFactorSetup'];

/** Two-factor authentication: set up with a QR code, confirmed with a code, disabled with password and code. */
export function TwoFactor(): ReactNode {
  const t = useTranslations('profile');
  const { twoFactorEnabled } = useProfile();
  return (
    <section className="card" aria-labelledby="profile-two-factor">
      <h2 id="profile-two-factor">{t('twoFactor')}</h2>
      {twoFactorEnabled ? <Enabled /> : <Disabled />}
    </section>
  );
}

function Disabled(): ReactNode {
  const t = useTranslations('profile');
  const [setup, setSetup] = useState<Setup | null>(null);
  const { hasPassword } = useProfile();
  const begin = (body: { password?: string }): Promise<Setup> =>
    answered(api.POST('/api/my-profile/two-factor/setup', { body }));
  const submit = async ({ code }: { code: string }): Promise<void> => {
    const { twoFactorEnabled } = await answered(
      api.POST('/api/my-profile/two-factor/enable', { body: { code: code.replace(/\s/g, '') } }),
    );
    notify({ kind: 'done', text: t('twoFactorOn') });
    noteTwoFactor(twoFactorEnabled);
  };
  if (!setup)
    return (
      <div className="stack">
        <p>{t('twoFactorText')}</p>
        <Form<{ password?: string }, Setup>
          name="set-up"
          values={hasPassword ? { password: '' } : {}}
          submit={begin}
          onSaved={(_typed, answer) => setSetup(answer)}
          action={t('twoFactorSetUp')}
          isSecret
        >
          {hasPassword && <CurrentPassword />}
        </Form>
      </div>
    );
  return (
    <div className={styles.twoFactor}>
      <img src={`data:image/svg+xml,${encodeURIComponent(setup.qrCode)}`} alt={t('qrCode')} width={180} height={180} />
      <div className="stack">
        <p>{t('twoFactorScan')}</p>
        <p>
          <code>{setup.secret}</code>
        </p>
        <Form name="enable" values={{ code: '' }} submit={submit} action={t('twoFactorEnable')} isSecret>
          <TextField name="code" label={t('code')} required inputMode="numeric" autoComplete="one-time-code" hasFocus />
        </Form>
      </div>
    </div>
  );
}

function Enabled(): ReactNode {
  const t = useTranslations('profile');
  const [isOpen, setOpen] = useState(false);
  const { hasPassword } = useProfile();
  const submit = async ({ code, ...typed }: { password?: string; code: string }): Promise<void> => {
    const body = { ...typed, code: code.replace(/\s/g, '') };
    const { twoFactorEnabled } = await answered(api.POST('/api/my-profile/two-factor/disable', { body }));
    notify({ kind: 'done', text: t('twoFactorOff') });
    noteTwoFactor(twoFactorEnabled);
  };
  return (
    <div className="stack">
      <p>{t('twoFactorIsOn')}</p>
      {isOpen ? (
        <Form
          name="disable"
          values={hasPassword ? { password: '', code: '' } : { code: '' }}
          submit={submit}
          action={t('twoFactorDisable')}
          isSecret
        >
          <div className={formStyles.formRow}>
            {hasPassword && <CurrentPassword hasFocus />}
            <TextField name="code" label={t('code')} required inputMode="numeric" autoComplete="one-time-code" />
          </div>
        </Form>
      ) : (
        <p>
          <Button onClick={() => setOpen(true)}>{t('twoFactorDisable')}</Button>
        </p>
      )}
    </div>
  );
}

function CurrentPassword({ hasFocus = false }: { hasFocus?: boolean }): ReactNode {
  const t = useTranslations('profile');
  return (
    <TextField
      name="password"
      label={t('currentPassword')}
      type="password"
      required
      autoComplete="current-password"
      hasFocus={hasFocus}
    />
  );
}

/** Other API processes may show the state before for a moment (they remember it for 0.9 s): the answer itself is taken. */
function noteTwoFactor(twoFactorEnabled: boolean): void {
  queryClient.setQueryData<Profile>(
    readKey('/api/my-profile'),
    (profile) =>
      profile && { ...profile, twoFactorEnabled, mustSetUpTwoFactor: profile.mustSetUpTwoFactor && !twoFactorEnabled },
  );
}

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { SelectField, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { notifySaved } from '../../ui/notices';
import { saveSignIn, type SignInSettings } from './save-sign-in';
import formStyles from '../../form/form.module.css';

const POLICIES = ['Optional', 'Admins', 'Everybody'] as const;

interface Typed {
  twoFactor: (typeof POLICIES)[number];
  sessionIdleMinutes: string;
  sessionDays: string;
}

/** Who needs two-factor authentication, and how long sessions last. */
export function PoliciesForm({ settings }: { settings: SignInSettings }): ReactNode {
  const t = useTranslations('signInPolicies');
  const form = useTranslations('form');
  const { twoFactor, sessionIdleMinutes, sessionDays } = settings;
  return (
    <section className="card stack" aria-labelledby="sign-in-policies">
      <h2 id="sign-in-policies">{t('title')}</h2>
      <Form<Typed>
        name="sign-in-policies"
        label={t('title')}
        values={{ twoFactor, sessionIdleMinutes: String(sessionIdleMinutes), sessionDays: String(sessionDays) }}
        submit={(typed) =>
          saveSignIn(settings, {
            twoFactor: typed.twoFactor,
            sessionIdleMinutes: Number(typed.sessionIdleMinutes),
            sessionDays: Number(typed.sessionDays),
          })
        }
        onSaved={notifySaved}
        action={form('save')}
      >
        <SelectField
          name="twoFactor"
          label={t('twoFactor')}
          hint={t('twoFactorHint')}
          choices={POLICIES.map((value) => ({ value, text: t(value) }))}
        />
        <div className={formStyles.formRow}>
          <TextField
            name="sessionIdleMinutes"
            label={t('sessionIdleMinutes')}
            hint={t('sessionIdleMinutesHint')}
            type="number"
            required
          />
          <TextField name="sessionDays" label={t('sessionDays')} hint={t('sessionDaysHint')} type="number" required />
        </div>
      </Form>
    </section>
  );
}

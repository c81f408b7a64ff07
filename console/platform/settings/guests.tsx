import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { choicesOf } from '../../form/choices';
import { SelectField, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { notifySaved } from '../../ui/notices';
import { saveSettings } from './save-settings';
import type { Settings } from './settings-fields';

type Allowed = components['schemas']['GuestsAllowed'];
const ALLOWED: readonly Allowed[] = ['Off', 'HR', 'HRAndManagers'];

interface Typed {
  guests: { allowed: Allowed; privacyUrl: string };
}

/** Whether people without an account may be asked to evaluate, and the page about personal data that they are shown. */
export function Guests({ settings }: { settings: Settings }): ReactNode {
  const t = useTranslations('guestSettings');
  const form = useTranslations('form');
  const { allowed, privacyUrl } = settings.guests;
  return (
    <section className="card stack" aria-labelledby="settings-guests">
      <h2 id="settings-guests">{t('title')}</h2>
      <p className="muted">{t('text')}</p>
      <Form<Typed>
        name="guests"
        label={t('title')}
        values={{ guests: { allowed, privacyUrl: privacyUrl ?? '' } }}
        submit={({ guests }) =>
          saveSettings(settings, { guests: { ...guests, privacyUrl: guests.privacyUrl.trim() || null } })
        }
        onSaved={notifySaved}
        action={form('save')}
      >
        <SelectField name="guests.allowed" label={t('allowed')} choices={choicesOf(ALLOWED, (value) => t(value))} />
        <TextField
          name="guests.privacyUrl"
          label={t('privacyUrl')}
          hint={t('privacyUrlHint')}
          required={false}
          maxLength={500}
        />
      </Form>
    </section>
  );
}

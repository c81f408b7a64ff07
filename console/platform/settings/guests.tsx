import { type ReactNode, useEffect, useRef } from 'react';
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

/** The end of the address that the page of guests leads to. */
const HEADING = 'settings-guests';

/** Whether people without an account may be asked to evaluate, and the page about personal data that they are shown. */
export function Guests({ settings }: { settings: Settings }): ReactNode {
  const t = useTranslations('guestSettings');
  const form = useTranslations('form');
  const { allowed, privacyUrl } = settings.guests;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (globalThis.location.hash === `#${HEADING}`) heading.current?.focus();
  }, []);
  return (
    <section className="card stack" aria-labelledby={HEADING}>
      <h2 id={HEADING} ref={heading} tabIndex={-1}>
        {t('title')}
      </h2>
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

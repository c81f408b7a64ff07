import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { choicesOf } from '../../form/choices';
import { CheckField, SelectField, TextField } from '../../form/fields';
import type { ReadResult } from '../../http/use-read';
import { languageChoices } from '../../texts/language-choices';
import { ColorField } from './color-field';
import formStyles from '../../form/form.module.css';

/** What an organization has set for itself. */
export type Settings = ReadResult<'/api/tenant-settings'>;

/** What a form of settings holds: texts, as the fields give them. */
export interface TypedSettings {
  name: string;
  locale: string;
  timezone: string;
  branding: { primaryColor: string };
  anonymityMinimum: string;
  surveyThreshold: string;
  nineBox: { lowBelow: string; highFrom: string; estimates: boolean };
  minPasswordLength: string;
}

/** The present settings as the fields show them. */
export function typedSettings(settings: Settings): TypedSettings {
  const { name, locale, timezone, branding, nineBox } = settings;
  return {
    name,
    locale,
    timezone,
    branding: { primaryColor: branding.primaryColor ?? '' },
    anonymityMinimum: String(settings.anonymityMinimum),
    surveyThreshold: String(settings.surveyThreshold),
    nineBox: { ...nineBox, lowBelow: String(nineBox.lowBelow), highFrom: String(nineBox.highFrom) },
    minPasswordLength: String(settings.minPasswordLength),
  };
}

/** Name, language and time zone. */
export function OrganizationFields({ settings }: { settings: Settings }): ReactNode {
  const t = useTranslations('settings');
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), settings.timezone])];
  return (
    <>
      <TextField name="name" label={t('name')} required maxLength={200} />
      <div className={formStyles.formRow}>
        <SelectField
          name="locale"
          label={t('language')}
          hint={t('languageHint')}
          choices={languageChoices(settings.locale)}
        />
        <SelectField
          name="timezone"
          label={t('timezone')}
          hint={t('timezoneHint')}
          choices={choicesOf(zones, (zone) => zone.replaceAll('_', ' '))}
        />
      </div>
    </>
  );
}

export function ColorSetting(): ReactNode {
  const t = useTranslations('settings');
  return <ColorField name="branding.primaryColor" label={t('color')} hint={t('colorHint')} />;
}

/** From how many people groups are shown, where the nine-box divides, and how long passwords are. */
export function PolicyFields(): ReactNode {
  const t = useTranslations('settings');
  return (
    <>
      <div className={formStyles.formRow}>
        <TextField
          name="anonymityMinimum"
          label={t('anonymityMinimum')}
          hint={t('anonymityHint')}
          type="number"
          required
        />
        <TextField name="surveyThreshold" label={t('surveyThreshold')} hint={t('surveyHint')} type="number" required />
      </div>
      <div className={formStyles.formRow}>
        <TextField name="nineBox.lowBelow" label={t('lowBelow')} hint={t('lowHint')} type="number" required />
        <TextField name="nineBox.highFrom" label={t('highFrom')} hint={t('highHint')} type="number" required />
      </div>
      <CheckField name="nineBox.estimates" label={t('estimates')} hint={t('estimatesHint')} />
      <TextField
        name="minPasswordLength"
        label={t('minPasswordLength')}
        hint={t('passwordHint')}
        type="number"
        required
      />
    </>
  );
}

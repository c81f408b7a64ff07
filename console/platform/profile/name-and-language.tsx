import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useProfile } from '../../app/session';
import { SelectField, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { queryClient, refresh } from '../../http/query-client';
import { readKey } from '../../http/use-read';
import { LANGUAGE_NAMES, languageChoices } from '../../texts/language-choices';
import { nearestLanguage } from '../../texts/load-texts';
import { notifySaved } from '../../ui/notices';
import formStyles from '../../form/form.module.css';

interface Typed {
  fullName: string;
  locale: string;
}

/** Your name, and the language of console and mails. */
export function NameAndLanguage(): ReactNode {
  const t = useTranslations('profile');
  const form = useTranslations('form');
  const profile = useProfile();
  const { fullName, locale, organization } = profile;
  const submit = async (typed: Typed): Promise<void> => {
    const body = { fullName: typed.fullName, locale: typed.locale === '' ? null : typed.locale };
    const next = await answered(api.PUT('/api/my-profile', { body, params: { header: ifMatch(profile) } }));
    queryClient.setQueryData(readKey('/api/my-profile'), next);
    if (next.locale !== locale) void refresh('/api/my-evaluations', '/api/evaluation-results');
  };
  const choices = [
    ...(organization
      ? [
          {
            value: '',
            text: t('organizationLanguage', { language: LANGUAGE_NAMES[nearestLanguage(organization.locale)] }),
          },
        ]
      : []),
    ...languageChoices(locale),
  ];
  return (
    <Form<Typed>
      name="account"
      label={t('account')}
      values={{ fullName, locale: locale ?? (organization ? '' : 'en') }}
      submit={submit}
      onSaved={notifySaved}
      action={form('save')}
    >
      <div className={formStyles.formRow}>
        <TextField name="fullName" label={t('name')} required maxLength={200} autoComplete="name" />
        <SelectField name="locale" label={t('language')} choices={choices} />
      </div>
    </Form>
  );
}

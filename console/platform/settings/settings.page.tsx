import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PageTitle } from '../../app/page-title';
import { Form } from '../../form/form';
import { useRead } from '../../http/use-read';
import { Loaded } from '../../ui/loaded';
import { notifySaved } from '../../ui/notices';
import { MailServer } from '../mail-server/mail-server';
import { Guests } from './guests';
import { Logo } from './logo';
import { Retention } from './retention';
import { saveSettings, settingsBodies } from './save-settings';
import {
  ColorSetting,
  OrganizationFields,
  PolicyFields,
  type Settings,
  type TypedSettings,
  typedSettings,
} from './settings-fields';

/** /settings: what the organization sets for itself, and its mail server. */
export function SettingsPage(): ReactNode {
  const pages = useTranslations('pages');
  const t = useTranslations('settings');
  const read = useRead('/api/tenant-settings');
  return (
    <div className="stack narrow">
      <div className="page-head">
        <PageTitle>{pages('settings')}</PageTitle>
      </div>
      <Loaded read={read}>
        {(settings) => (
          <>
            <SettingsForm settings={settings} />
            <section className="card" aria-labelledby="settings-logo">
              <h2 id="settings-logo">{t('logo')}</h2>
              <Logo settings={settings} />
            </section>
            <Guests settings={settings} />
            <Retention settings={settings} />
          </>
        )}
      </Loaded>
      <MailServer scope="organization" />
    </div>
  );
}

function SettingsForm({ settings }: { settings: Settings }): ReactNode {
  const t = useTranslations('settings');
  const form = useTranslations('form');
  const submit = (typed: TypedSettings): Promise<unknown> =>
    saveSettings(settings, {
      ...settingsBodies.organization(typed),
      ...settingsBodies.branding(typed),
      ...settingsBodies.policies(typed),
    });
  return (
    <section className="card" aria-labelledby="settings-organization">
      <h2 id="settings-organization">{t('organization')}</h2>
      <Form<TypedSettings>
        name="settings"
        label={t('organization')}
        values={typedSettings(settings)}
        submit={submit}
        onSaved={notifySaved}
        action={form('save')}
      >
        <OrganizationFields settings={settings} />
        <ColorSetting />
        <h3>{t('policies')}</h3>
        <PolicyFields />
      </Form>
    </section>
  );
}

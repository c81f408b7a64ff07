import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { CheckField, SelectField, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { queryClient } from '../../http/query-client';
import { readKey, useRead } from '../../http/use-read';
import { Badge } from '../../ui/badge';
import { Loaded } from '../../ui/loaded';
import { notifySaved } from '../../ui/notices';
import type { MailScope } from './mail-scope';
import { SendTest } from './send-test';
import formStyles from '../../form/form.module.css';

type MailSettings = components['schemas']['EmailSettingsView'];
type Body = components['schemas']['UpdateEmailSettings'];

/** Where the settings of each scope are. */
const PATHS = {
  organization: '/api/email-settings',
  platform: '/api/platform-settings/email',
} as const satisfies Record<MailScope, string>;

/** The mail server of the organization, or the one of the platform for all that have none; with a test. */
export function MailServer({ scope }: { scope: MailScope }): ReactNode {
  const t = useTranslations('mailServer');
  const read = useRead(PATHS[scope]);
  return (
    <section className="card stack" aria-labelledby="mail-server">
      <h2 id="mail-server">{t('title')}</h2>
      <Loaded read={read}>
        {(settings) => (
          <>
            <p>
              {settings.inUse === null ? (
                <Badge tone="bad">{t('notInUse')}</Badge>
              ) : (
                t(`inUse.${settings.inUse === 'Own' && scope === 'platform' ? 'Platform' : settings.inUse}`)
              )}
            </p>
            <MailServerForm scope={scope} settings={settings} />
            {settings.inUse !== null && <SendTest scope={scope} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

interface Typed {
  server: 'own' | 'shared';
  host: string;
  port: string;
  secure: boolean;
  user: string;
  password: string;
  fromName: string;
  fromAddress: string;
}

function MailServerForm({ scope, settings }: { scope: MailScope; settings: MailSettings }): ReactNode {
  const t = useTranslations('mailServer');
  const form = useTranslations('form');
  const submit = async (typed: Typed): Promise<void> => {
    const init = { body: bodyOf(typed), params: { header: ifMatch(settings) } };
    const saved = await answered(
      scope === 'platform' ? api.PUT('/api/platform-settings/email', init) : api.PUT('/api/email-settings', init),
    );
    queryClient.setQueryData(readKey(PATHS[scope]), saved);
  };
  return (
    <Form<Typed>
      name="mail-server"
      label={t('title')}
      values={{
        server: settings.host === null ? 'shared' : 'own',
        host: settings.host ?? '',
        port: String(settings.port ?? 587),
        secure: settings.secure,
        user: settings.user ?? '',
        password: '',
        fromName: settings.fromName ?? '',
        fromAddress: settings.fromAddress ?? '',
      }}
      submit={submit}
      onSaved={notifySaved}
      action={form('save')}
    >
      <SelectField
        name="server"
        label={t('server')}
        choices={[
          { value: 'shared', text: t(`shared.${scope}`) },
          { value: 'own', text: t('own') },
        ]}
      />
      <OwnServerFields settings={settings} />
      <div className={formStyles.formRow}>
        <TextField name="fromName" label={t('fromName')} hint={t(`fromNameHint.${scope}`)} required={false} />
        <TextField name="fromAddress" label={t('fromAddress')} type="email" required={false} maxLength={254} />
      </div>
    </Form>
  );
}

/** What a server of one's own needs. */
function OwnServerFields({ settings: { hasPassword } }: { settings: MailSettings }): ReactNode {
  const t = useTranslations('mailServer');
  if (useFormContext<Typed>().watch('server') !== 'own') return null;
  return (
    <>
      <div className={formStyles.formRow}>
        <TextField name="host" label={t('host')} required maxLength={253} />
        <TextField name="port" label={t('port')} type="number" required />
      </div>
      <CheckField name="secure" label={t('secure')} hint={t('secureHint')} />
      <div className={formStyles.formRow}>
        <TextField name="user" label={t('user')} required={false} maxLength={200} />
        <TextField
          name="password"
          label={t('password')}
          hint={hasPassword ? t('passwordKept') : undefined}
          type="password"
          autoComplete="new-password"
          required={false}
          maxLength={500}
        />
      </div>
    </>
  );
}

/** An empty password leaves the stored one as it is; without a user there is none. */
function bodyOf({ server, host, port, secure, user, password, fromName, fromAddress }: Typed): Body {
  const sender = { fromName: fromName || null, fromAddress: fromAddress || null };
  if (server === 'shared') return { host: null, port: null, user: null, password: null, ...sender };
  const secret = password === '' ? (user === '' ? { password: null } : {}) : { password };
  return { host, port: Number(port), secure, user: user || null, ...secret, ...sender };
}

import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CheckField, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { notifySaved } from '../../ui/notices';
import { ProviderTest } from './provider-test';
import { saveSignIn, type SignInBody, type SignInSettings } from './save-sign-in';
import formStyles from '../../form/form.module.css';

/** Fields are named as the request names them, so that refusals are shown at them. */
interface Typed {
  sso: {
    issuer: string;
    clientId: string;
    clientSecret: string;
    /** Separated by commas or spaces. */
    emailDomains: string;
    trustsEmail: boolean;
    isRequired: boolean;
  };
}

/** The identity provider of the organization, with a test of its address. */
export function SsoForm({ settings }: { settings: SignInSettings }): ReactNode {
  const t = useTranslations('sso');
  const form = useTranslations('form');
  const { sso } = settings;
  return (
    <Form<Typed>
      name="sso"
      label={t('title')}
      values={{
        sso: {
          issuer: sso?.issuer ?? '',
          clientId: sso?.clientId ?? '',
          clientSecret: '',
          emailDomains: sso?.emailDomains.join(', ') ?? '',
          trustsEmail: sso?.trustsEmail ?? false,
          isRequired: sso?.isRequired ?? false,
        },
      }}
      submit={(typed) => saveSignIn(settings, bodyOf(typed))}
      onSaved={notifySaved}
      action={form('save')}
      secondary={sso && <EndButton settings={settings} />}
    >
      <TextField name="sso.issuer" label={t('issuer')} hint={t('issuerHint')} required maxLength={500} />
      <ProviderTest />
      <div className={formStyles.formRow}>
        <TextField name="sso.clientId" label={t('clientId')} required maxLength={500} />
        <TextField
          name="sso.clientSecret"
          label={t('clientSecret')}
          hint={sso ? t('secretKept') : undefined}
          type="password"
          autoComplete="new-password"
          required={sso ? false : true}
          maxLength={1_000}
        />
      </div>
      <TextField name="sso.emailDomains" label={t('emailDomains')} hint={t('emailDomainsHint')} required={false} />
      <CheckField name="sso.trustsEmail" label={t('trustsEmail')} hint={t('trustsEmailHint')} />
      {sso && <CheckField name="sso.isRequired" label={t('isRequired')} hint={t('isRequiredHint')} />}
    </Form>
  );
}

/** An empty secret leaves the stored one as it is. */
function bodyOf({ sso: { clientSecret, emailDomains, issuer, clientId, ...rest } }: Typed): SignInBody {
  const domains = emailDomains.split(/[\s,;]+/).filter(Boolean);
  const secret = clientSecret === '' ? {} : { clientSecret };
  return { sso: { ...rest, ...secret, issuer: issuer.trim(), clientId: clientId.trim(), emailDomains: domains } };
}

/** "End single sign-on", after a question. */
function EndButton({ settings }: { settings: SignInSettings }): ReactNode {
  const t = useTranslations('sso');
  const [isAsking, setAsking] = useState(false);
  const end = useSend(() => saveSignIn(settings, { sso: null }), {
    refreshes: ['/api/sign-in-settings'],
    onDone: () => setAsking(false),
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('end')}</Button>
      {isAsking && (
        <ConfirmDialog
          title={t('endTitle')}
          action={t('end')}
          kind="danger"
          isBusy={end.isPending}
          onConfirm={() => end.mutate(undefined, { onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{t('endText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

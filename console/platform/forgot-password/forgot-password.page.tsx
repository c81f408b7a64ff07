import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { answered, api } from '../../http/client';
import { Entrance, useOrganization } from '../sign-in/entrance';
import { EntranceField, EntranceForm, namedOrganization, OrganizationField } from '../sign-in/entrance-form';

interface Typed {
  /** Absent on an organization's host. */
  tenantSlug?: string;
  email: string;
}

/** /forgot-password: has a link to a new password mailed; the answer does not say whether the account exists. */
export function ForgotPasswordPage(): ReactNode {
  const t = useTranslations('signIn');
  const pages = useTranslations('pages');
  const organization = useOrganization();
  const [isSent, setSent] = useState(false);
  const submit = ({ tenantSlug, email }: Typed): Promise<unknown> => {
    return answered(api.POST('/api/auth/forgot-password', { body: { email, ...namedOrganization(tenantSlug) } }));
  };
  return (
    <Entrance organization={organization} title={pages('forgotPassword')}>
      <p role="status">{isSent ? t('linkSent') : t('forgotText')}</p>
      {!isSent && (
        <EntranceForm<Typed> submit={submit} onSaved={() => setSent(true)} action={t('sendLink')}>
          {organization?.slug === null && <OrganizationField />}
          <EntranceField name="email" label={t('email')} type="email" required autoComplete="username" />
        </EntranceForm>
      )}
      <p>
        <Link href="/sign-in">{t('backToSignIn')}</Link>
      </p>
    </Entrance>
  );
}

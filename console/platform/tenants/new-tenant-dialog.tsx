import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { CheckField, SelectField, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { languageChoices } from '../../texts/language-choices';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import { type Plans, TenantFields } from './tenant-fields';
import formStyles from '../../form/form.module.css';

interface Typed {
  name: string;
  slug: string;
  planId: string;
  locale: string;
  requireOnboarding: boolean;
  admin: { fullName: string; email: string };
}

/** The dialog that the address asks for with `edit=new`: an organization with its first administrator, who is invited by email. */
export function NewTenantDialog({ plans }: { plans: Plans }): ReactNode {
  const t = useTranslations('organizations');
  const address = useAddress();
  if (address.get('edit') !== 'new') return null;
  const close = (): void => address.close('edit');
  const submit = ({ planId, ...typed }: Typed): Promise<unknown> =>
    answered(api.POST('/api/tenants', { body: { ...typed, planId: planId || null } }));
  return (
    <Dialog title={t('add')} onClose={close}>
      <Form<Typed>
        name="tenant new"
        label={t('add')}
        values={{
          name: '',
          slug: '',
          planId: '',
          locale: 'en',
          requireOnboarding: true,
          admin: { fullName: '', email: '' },
        }}
        submit={submit}
        onSaved={({ name, admin }) => {
          notify({ kind: 'done', text: t('created', { name, email: admin.email }) });
          close();
          void refresh('/api/tenants', '/api/dashboards/platform');
        }}
        action={t('create')}
        beside={<CancelButton />}
      >
        <TenantFields plans={plans} />
        <SelectField name="locale" label={t('language')} choices={languageChoices(null)} />
        <fieldset className="stack">
          <legend>{t('admin')}</legend>
          <div className={formStyles.formRow}>
            <TextField name="admin.fullName" label={t('adminName')} required maxLength={200} />
            <TextField name="admin.email" label={t('adminEmail')} type="email" required maxLength={254} />
          </div>
        </fieldset>
        <CheckField name="requireOnboarding" label={t('requireOnboarding')} hint={t('requireOnboardingHint')} />
      </Form>
    </Dialog>
  );
}

import { type ReactNode, useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { foldText } from '../../../shared/kernel/name-order.rules';
import { useAddress } from '../../app/use-address';
import { CheckField, SelectField, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { languageChoices } from '../../texts/language-choices';
import { nearestLanguage } from '../../texts/load-texts';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import { ColorField } from '../settings/color-field';
import { type Plans, TenantFields } from './tenant-fields';
import formStyles from '../../form/form.module.css';

interface Typed {
  name: string;
  slug: string;
  planId: string;
  locale: string;
  requireOnboarding: boolean;
  branding: { primaryColor: string };
  admin: { fullName: string; email: string };
}

/** The dialog opened by `edit=new` in the address: an organization with its first administrator, who is invited by email. */
export function NewTenantDialog({ plans }: { plans: Plans }): ReactNode {
  const t = useTranslations('organizations');
  const settings = useTranslations('settings');
  const address = useAddress();
  if (address.get('edit') !== 'new') return null;
  const close = (): void => address.close('edit');
  const submit = ({ planId, branding, ...typed }: Typed): Promise<unknown> => {
    const primaryColor = branding.primaryColor || null;
    return answered(
      api.POST('/api/tenants', { body: { ...typed, planId: planId || null, branding: { primaryColor } } }),
    );
  };
  return (
    <Dialog title={t('add')} onClose={close}>
      <Form<Typed>
        name="tenant new"
        label={t('add')}
        values={{
          name: '',
          slug: '',
          planId: '',
          locale: nearestLanguage(globalThis.navigator.language),
          requireOnboarding: true,
          branding: { primaryColor: '' },
          admin: { fullName: '', email: '' },
        }}
        submit={submit}
        onSaved={({ name, admin }) => {
          notify({ kind: 'done', text: t('created', { name, email: admin.email }) });
          close();
          void refresh('/api/tenants', '/api/dashboards/platform');
        }}
        action={t('create')}
        secondary={<CancelButton />}
      >
        <TenantFields plans={plans} />
        <ShortNameFromName />
        <SelectField name="locale" label={t('language')} choices={languageChoices(null)} />
        <ColorField name="branding.primaryColor" label={settings('color')} hint={settings('colorHint')} />
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

/** Proposes the short name while none was typed: the letters and digits of the name. */
function ShortNameFromName(): ReactNode {
  const { watch, setValue, formState } = useFormContext<Typed>();
  const name = watch('name');
  const isTyped = formState.dirtyFields.slug === true;
  useEffect(() => {
    const words = foldText(name).match(/[a-z0-9]+/g) ?? [];
    if (!isTyped) setValue('slug', words.join('-').slice(0, 63));
  }, [name, isTyped, setValue]);
  return null;
}

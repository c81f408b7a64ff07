import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { rowChoices } from '../../form/choices';
import { SelectField, TextField } from '../../form/fields';
import type { ReadResult } from '../../http/use-read';
import formStyles from '../../form/form.module.css';

export type Plans = ReadResult<'/api/plans'>['items'];

/** Name, short name and plan of an organization. */
export function TenantFields({ plans, planId = null }: { plans: Plans; planId?: string | null }): ReactNode {
  const t = useTranslations('organizations');
  // An inactive plan is assigned to no one else, but stays where it is.
  const choices = plans.filter(({ isActive, id }) => isActive || id === planId);
  return (
    <>
      <div className={formStyles.formRow}>
        <TextField name="name" label={t('name')} required maxLength={200} />
        <TextField name="slug" label={t('slug')} hint={t('slugHint')} required maxLength={63} />
      </div>
      <SelectField
        name="planId"
        label={t('plan')}
        choices={[{ value: '', text: t('noPlan') }, ...rowChoices(choices)]}
      />
    </>
  );
}

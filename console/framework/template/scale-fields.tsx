import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { CheckField, TextField } from '../../form/fields';
import { stepsOf, type TemplateValues } from './template-content';
import formStyles from '../../form/form.module.css';
import styles from './template.module.css';

/** The scale of ratings: its ends, and a label for each step or for none. */
export function ScaleFields(): ReactNode {
  const t = useTranslations('template');
  const scale = useWatch<TemplateValues, 'scale'>({ name: 'scale' });
  const hasLabels = useWatch<TemplateValues, 'hasLabels'>({ name: 'hasLabels' });
  return (
    <>
      <div className={clsx(formStyles.formRow, styles.scale)}>
        <TextField name="scale.min" label={t('lowest')} type="number" required />
        <TextField name="scale.max" label={t('highest')} type="number" required />
      </div>
      <CheckField name="hasLabels" label={t('hasLabels')} />
      {hasLabels && (
        <div className={clsx(formStyles.formRow, styles.scale)}>
          {stepsOf(scale).map((step, at) => (
            <TextField key={step} name={`scale.labels.${at}`} label={t('labelOf', { step })} maxLength={100} />
          ))}
        </div>
      )}
    </>
  );
}

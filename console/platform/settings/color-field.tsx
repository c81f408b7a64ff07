import { type ReactNode, useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { brandColors } from '../../app/brand-colors';
import { controlState, FieldFrame } from '../../form/field-frame';
import formStyles from '../../form/form.module.css';
import styles from './settings.module.css';

const COLOR = /^#[0-9a-f]{6}$/i;

/** A color such as #1f6feb, typed or picked, with the header as it will look; empty: the platform's own. */
export function ColorField({ name, label, hint }: { name: string; label: string; hint: string }): ReactNode {
  const t = useTranslations('settings');
  const id = useId();
  const { field, fieldState } = useController<Record<string, string>>({
    name,
    rules: { validate: (value) => value === '' || COLOR.test(value) || t('colorInvalid') },
  });
  const { ref, onBlur, onChange } = field;
  const value = field.value ?? '';
  const error = fieldState.error?.message;
  const { fill, ink } = brandColors(value);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} isOptional>
      <div className={styles.colorField}>
        <input
          {...controlState({ id, hint, error })}
          ref={ref}
          className={formStyles.input}
          type="text"
          autoComplete="off"
          maxLength={7}
          value={value}
          onBlur={onBlur}
          onChange={onChange}
        />
        <input
          type="color"
          aria-label={t('pickColor')}
          value={fill}
          onChange={({ target }) => onChange(target.value)}
        />
        <span className={styles.colorSample} style={{ background: fill, color: ink }} aria-hidden="true">
          {t('sample')}
        </span>
      </div>
    </FieldFrame>
  );
}

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { TextArea, TextField } from '../../form/fields';
import formStyles from '../../form/form.module.css';
import styles from './level-fields.module.css';

type Level = components['schemas']['LevelView'];

/** Levels while they are edited, by their number; empty ones do not exist. */
export type EditedLevels = Record<string, Omit<Level, 'level'>>;

/** The levels of a competency; those of skills run from 0 to 10. */
export const COMPETENCY_LEVELS = [1, 2, 3, 4, 5] as const;
export const SKILL_LEVELS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** Every level that may be described, with what is described already. */
export function editedLevels(numbers: readonly number[], levels: readonly Level[]): EditedLevels {
  return Object.fromEntries(
    numbers.map((number) => {
      const { label = '', descriptor = '' } = levels.find(({ level }) => level === number) ?? {};
      return [number, { label, descriptor }];
    }),
  );
}

/** The levels to send: those with a label or a descriptor. */
export function levelsOf(edited: EditedLevels): Level[] {
  return Object.entries(edited)
    .filter(([, { label, descriptor }]) => label.trim() !== '' || descriptor.trim() !== '')
    .map(([level, texts]) => ({ level: Number(level), ...texts }));
}

/** The fields `levels.N` of a form. */
export function LevelFields({ numbers }: { numbers: readonly number[] }): ReactNode {
  const t = useTranslations('levels');
  return (
    <fieldset className={styles.levels}>
      <legend>{t('title')}</legend>
      <p className={formStyles.hint}>{t('hint')}</p>
      {numbers.map((level) => (
        <div key={level} className={styles.level}>
          <TextField name={`levels.${level}.label`} label={t('label', { level })} maxLength={100} />
          <TextArea name={`levels.${level}.descriptor`} label={t('descriptor', { level })} rows={2} maxLength={1000} />
        </div>
      ))}
    </fieldset>
  );
}

import { type ReactNode, useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { type BoxIndex, isBox, ROWS } from './box-index';
import type { TypedMove } from './move-suggestion';
import formStyles from '../../form/form.module.css';

interface BoxFieldProps {
  /** Where the person was dropped; null: not chosen. */
  target: number | null;
  mayChoose: (box: BoxIndex) => boolean;
  /** What to fill in for a box. */
  suggest: (box: BoxIndex) => TypedMove;
}

/** Chooses a box by its name, and fills in the numbers for it; the reason stays. */
export function BoxField({ target, mayChoose, suggest }: BoxFieldProps): ReactNode {
  const t = useTranslations('nineBox');
  const id = useId();
  const { setValue } = useFormContext<TypedMove>();
  const [chosen, setChosen] = useState(isBox(target) ? String(target) : '');
  const choose = (value: string): void => {
    setChosen(value);
    const box = value === '' ? null : Number(value);
    if (!isBox(box)) return;
    const { potential, calibrated } = suggest(box);
    setValue('potential', potential, { shouldDirty: true });
    setValue('calibrated', calibrated, { shouldDirty: true });
  };
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{t('box')}</label>
      <select
        id={id}
        value={chosen}
        onChange={({ target: { value } }) => choose(value)}
        aria-describedby={`${id}-hint`}
      >
        <option value="">{t('boxAsNow')}</option>
        {ROWS.flat()
          .filter(mayChoose)
          .map((box) => (
            <option key={box} value={box}>
              {t(`boxes.${box}`)}
            </option>
          ))}
      </select>
      <p id={`${id}-hint`} className={formStyles.hint}>
        {t('boxHint')}
      </p>
    </div>
  );
}

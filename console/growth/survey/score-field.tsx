import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import formStyles from '../../form/form.module.css';
import styles from './survey.module.css';

interface ScoreFieldProps {
  /** The field of the form's values: the score as text, empty without one. */
  name: string;
  label: string;
  isRequired: boolean;
  scale: { from: number; to: number };
  /** What the lowest and the highest score mean. */
  ends: readonly [string, string];
}

/** One score of a scale, as radio buttons. */
export function ScoreField({ name, label, isRequired, scale: { from, to }, ends }: ScoreFieldProps): ReactNode {
  const t = useTranslations('survey');
  const form = useTranslations('form');
  const format = useFormatter();
  const id = useId();
  const { register, formState, getFieldState, setValue, watch } = useFormContext<Record<string, string>>();
  const error = getFieldState(name, formState).error?.message;
  const scores = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const [least, most] = ends;
  const description = (score: number): string | undefined =>
    score === from ? `${id}-least` : score === to ? `${id}-most` : undefined;
  return (
    <fieldset className={clsx('card', styles.scoreField, error !== undefined && styles.missing)}>
      <legend>
        {label}
        {!isRequired && <span className="muted"> {form('optional')}</span>}
      </legend>
      <div className={clsx(styles.scoreSteps, scores.length > 5 && styles.many)}>
        {scores.map((score) => (
          <label key={score}>
            <input
              {...register(name, { required: isRequired ? form('required') : false })}
              type="radio"
              value={String(score)}
              aria-describedby={description(score)}
            />
            <span>{format.number(score)}</span>
          </label>
        ))}
      </div>
      <p className={clsx(styles.scoreEnds, 'muted')}>
        <span id={`${id}-least`}>{least}</span>
        <span id={`${id}-most`}>{most}</span>
      </p>
      {!isRequired && watch(name) !== '' && (
        <Button kind="quiet" onClick={() => setValue(name, '', { shouldDirty: true })}>
          {t('clear')}
        </Button>
      )}
      {error !== undefined && <p className={formStyles.fieldError}>{error}</p>}
    </fieldset>
  );
}

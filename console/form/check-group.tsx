import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Choice } from './choices';
import styles from './form.module.css';

interface CheckGroupProps {
  /** The field of the form's values: a list of the chosen values. */
  name: string;
  label: string;
  hint?: string;
  choices: readonly Choice[];
}

/** Several of many. */
export function CheckGroup({ name, label, hint, choices }: CheckGroupProps): ReactNode {
  const id = useId();
  const { watch, setValue, clearErrors, formState, getFieldState } = useFormContext<Record<string, string[]>>();
  const chosen = watch(name) ?? [];
  const error = getFieldState(name, formState).error?.message;
  const toggle = (value: string, isChosen: boolean): void => {
    const next = isChosen ? [...chosen, value] : chosen.filter((other) => other !== value);
    clearErrors(name); // no rule of the form does it when the values are right
    setValue(name, next, { shouldDirty: true });
  };
  return (
    <fieldset className={styles.checkGroup} aria-describedby={hint === undefined ? undefined : `${id}-hint`}>
      <legend>{label}</legend>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={styles.checkList}>
        {choices.map(({ value, text }, at) => (
          <div key={value} className={clsx(styles.field, styles.check)}>
            <input
              id={`${id}-${at}`}
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) => toggle(value, target.checked)}
            />
            <label htmlFor={`${id}-${at}`}>{text}</label>
          </div>
        ))}
      </div>
      {error && (
        <p className={styles.fieldError} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

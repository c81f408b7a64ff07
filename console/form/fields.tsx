import { clsx } from 'clsx';
import { type HTMLInputAutoCompleteAttribute, type ReactNode, useEffect, useId } from 'react';
import { useFormContext, type UseFormRegisterReturn } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { Choice } from './choices';
import { FieldConflict } from './conflicts';
import { controlState, FieldFrame } from './field-frame';
import { Options } from './options';
import { PasswordInput } from './password-input';
import styles from './form.module.css';

interface FieldProps {
  /** The field of the form's values, and of the request: refusals name it. */
  name: string;
  label: string;
  hint?: string;
  /** true: must be filled in; false: may stay empty, and says so; absent: has a value anyway. */
  required?: boolean;
}

interface Wiring {
  control: UseFormRegisterReturn & ReturnType<typeof controlState>;
  frame: {
    id: string;
    label: string;
    hint?: string;
    error?: string;
    isOptional: boolean;
    conflict: ReactNode;
  };
}

/** `say`: a value as the field shows it, where that is another text. */
function useField({ name, label, hint, required }: FieldProps, say: (value: unknown) => string = String): Wiring {
  const t = useTranslations('form');
  const id = useId();
  const { register, formState, getFieldState } = useFormContext();
  const error = getFieldState(name, formState).error?.message;
  return {
    control: {
      ...register(name, { required: required ? t('required') : false }),
      ...controlState({ id, hint, error, required }),
    },
    frame: {
      id,
      label,
      hint,
      error,
      isOptional: required === false,
      conflict: <FieldConflict name={name} label={label} say={say} />,
    },
  };
}

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'password' | 'date' | 'number';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'numeric' | 'text';
  maxLength?: number;
  /** Of a number: `any` takes decimals. */
  step?: 'any';
  /** Takes the focus when it appears: the next step of something that the user is doing. */
  hasFocus?: boolean;
  /** Values that are offered while typing. */
  suggestions?: readonly Choice[];
}

/** One line of text, a date or a number. */
export function TextField(props: TextFieldProps): ReactNode {
  const {
    name,
    type = 'text',
    autoComplete = 'off',
    inputMode,
    maxLength,
    step,
    hasFocus = false,
    suggestions,
  } = props;
  const { setFocus } = useFormContext();
  const { control, frame } = useField(props);
  useEffect(() => {
    if (hasFocus) setFocus(name);
  }, [hasFocus, name, setFocus]);
  return (
    <FieldFrame {...frame}>
      {type === 'password' ? (
        <PasswordInput {...control} autoComplete={autoComplete} maxLength={maxLength} />
      ) : (
        <input
          {...control}
          type={type}
          autoComplete={autoComplete}
          inputMode={inputMode}
          maxLength={maxLength}
          step={step}
          list={suggestions && `${frame.id}-suggestions`}
        />
      )}
      {suggestions && (
        <datalist id={`${frame.id}-suggestions`}>
          <Options choices={suggestions} />
        </datalist>
      )}
    </FieldFrame>
  );
}

/** Several lines of text. */
export function TextArea(props: FieldProps & { rows?: number; maxLength?: number }): ReactNode {
  const { rows = 4, maxLength } = props;
  const { control, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      <textarea {...control} rows={rows} maxLength={maxLength} />
    </FieldFrame>
  );
}

export function SelectField(props: FieldProps & { choices: readonly Choice[] }): ReactNode {
  const say = (value: unknown): string => props.choices.find((choice) => choice.value === value)?.text ?? String(value);
  const { control, frame } = useField(props, say);
  return (
    <FieldFrame {...frame}>
      <select {...control}>
        <Options choices={props.choices} />
      </select>
    </FieldFrame>
  );
}

/** Yes or no. */
export function CheckField(props: FieldProps): ReactNode {
  const t = useTranslations('form');
  const { control, frame } = useField(props, (value) => (value === true ? t('yes') : t('no')));
  return (
    <div className={clsx(styles.field, styles.check)}>
      <input {...control} type="checkbox" />
      <label htmlFor={frame.id}>{frame.label}</label>
      {frame.hint && (
        <p id={`${frame.id}-hint`} className={styles.hint}>
          {frame.hint}
        </p>
      )}
      {frame.conflict}
    </div>
  );
}

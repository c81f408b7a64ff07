import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import styles from './form.module.css';

interface FieldFrameProps {
  /** Of the control; error and hint are `…-error` and `…-hint`. */
  id: string;
  label: string;
  hint?: string;
  error?: string;
  isOptional?: boolean;
  /** The choice between two values, while the field has a conflict. */
  conflict?: ReactNode;
  children: ReactNode;
}

/** A control with its label above it, and its hint and error below. */
export function FieldFrame(props: FieldFrameProps): ReactNode {
  const { id, label, hint, error, isOptional = false, conflict, children } = props;
  const t = useTranslations('form');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="muted"> {t('optional')}</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.fieldError}>
          {error}
        </p>
      )}
      {conflict}
    </div>
  );
}

/** How a control says what is wrong with it, and what it is for. */
export function controlState({
  id,
  hint,
  error,
  required,
}: {
  id: string;
  hint?: string;
  error?: string;
  required?: boolean;
}): {
  id: string;
  'aria-required': true | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
} {
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    'aria-required': required || undefined,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': describedBy || undefined,
  };
}

/** The API's messages continue the name of their field: "must not be empty". */
export function asSentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

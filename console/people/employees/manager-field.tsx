import { type ReactNode, useEffect, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { controlState, FieldFrame } from '../../form/field-frame';
import { type ReadResult, useRead } from '../../http/use-read';

const TYPED_MS = 250;
const MAX_SUGGESTIONS = 20;
/** The form's value while the text names no employee. */
const UNKNOWN = '?';

type Option = ReadResult<'/api/employees/options'>[number];

/** Names that several people have are told apart by the address. */
const labelOf = ({ name, email }: Option): string => `${name} (${email})`;

/** An active employee, found by typing a part of the name, email or employee code; empty for no manager. */
export function ManagerField({ name, label, shown }: { name: string; label: string; shown: string }): ReactNode {
  const t = useTranslations('employees');
  const id = useId();
  const [typed, setTyped] = useState(shown);
  const [search, setSearch] = useState('');
  const {
    field: { ref, onBlur, onChange },
    fieldState,
  } = useController({
    name,
    rules: { validate: (value) => value !== UNKNOWN || t('managerUnknown') },
  });
  const suggestions = useRead(
    '/api/employees/options',
    { query: { search, limit: MAX_SUGGESTIONS } },
    { enabled: search !== '', keep: true },
  );
  const options = suggestions.data ?? [];
  const text = typed.trim();
  const chosen = options.find((option) => labelOf(option) === text);
  const value = text === '' ? '' : (chosen?.id ?? UNKNOWN);
  const isUntouched = text === shown;
  useEffect(() => {
    if (!isUntouched) onChange(value);
  }, [isUntouched, value, onChange]);
  useEffect(() => {
    if (isUntouched || chosen || text === '') return;
    const timer = setTimeout(() => setSearch(text.slice(0, 100)), TYPED_MS);
    return () => clearTimeout(timer);
  }, [isUntouched, chosen, text]);
  const error = fieldState.error?.message;
  const hint = t('managerHint');
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} isOptional>
      <input
        {...controlState({ id, hint, error })}
        ref={ref}
        type="text"
        list={`${id}-options`}
        autoComplete="off"
        value={typed}
        onBlur={onBlur}
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id={`${id}-options`}>
        {options.map((option) => (
          <option key={option.id} value={labelOf(option)} />
        ))}
      </datalist>
    </FieldFrame>
  );
}

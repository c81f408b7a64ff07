import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { get, useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { type ReadResult, useRead } from '../http/use-read';
import { Person } from '../ui/person';
import { FieldConflict } from './conflicts';
import { controlState, FieldFrame } from './field-frame';
import { useSettled } from './use-settled';
import employeeFieldStyles from './employee-field.module.css';
import formStyles from './form.module.css';

type Option = ReadResult<'/api/employees/options'>[number];

interface EmployeeFieldProps {
  /** The field of the form's values that holds the id. */
  name: string;
  label: string;
  /** The field of the form's values that takes the name. */
  nameField?: string;
  hint?: string;
  /** The name of the employee whose id the form has from the beginning. */
  shown?: string;
  /** Whether it may stay empty. */
  isOptional?: boolean;
  /** Whom to look for; Active ones by default. */
  status?: 'Active' | 'OnLeave' | 'Terminated';
  /** Takes who is chosen, after which the field is empty again; without it the field holds the id. */
  onChosen?: (option: Option) => void;
}

const SHOWN = 10;

/** One employee, found by typing a part of the name, email address or code (the combobox pattern of ARIA). */
export function EmployeeField({
  name,
  label,
  nameField,
  hint,
  shown = '',
  isOptional = false,
  status,
  onChosen,
}: EmployeeFieldProps): ReactNode {
  const t = useTranslations('employeeField');
  const form = useTranslations('form');
  const id = useId();
  const { register, setValue, watch, formState, getFieldState } = useFormContext();
  /** The text typed while no employee is chosen. */
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Option | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const value: unknown = watch(name) ?? '';
  const nameOf = (person: unknown): string => {
    if (chosen && person === chosen.id) return chosen.name;
    return person === get(formState.defaultValues, name) ? shown : '';
  };
  const text = value === '' ? typed : nameOf(value);
  const sought = value === '' ? typed.trim() : '';
  const search = useSettled(sought);
  const isSettled = search === (sought || undefined);
  const found = useRead(
    '/api/employees/options',
    { query: { search, limit: SHOWN, status } },
    { enabled: isOpen && isSettled },
  );
  // Those of another text are never offered, however long the new ones take.
  const options = isOpen && isSettled ? (found.data ?? []) : [];
  const error = getFieldState(name, formState).error?.message;
  const isUnknown = (current: unknown): boolean => isOptional && current === '' && typed.trim() !== '';
  const { ref } = register(name, {
    required: isOptional ? false : form('required'),
    validate: (current) => !isUnknown(current) || t('choose'),
  });

  const choose = (option: Option): void => {
    setTyped('');
    setOpen(false);
    if (onChosen) {
      onChosen(option);
      return;
    }
    setChosen(option);
    setValue(name, option.id, { shouldDirty: true, shouldValidate: true });
    if (nameField !== undefined) setValue(nameField, option.name);
  };
  const type = (next: string): void => {
    setTyped(next);
    setValue(name, '', { shouldDirty: true });
    setActive(0);
    setOpen(true);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (isOpen) setActive((active + step + options.length) % Math.max(1, options.length));
      else setOpen(true);
    }
    if (event.key === 'Enter' && isOpen && value === '') {
      // Before the answer for what is typed is there, nothing is chosen and nothing is sent.
      const option = options[active];
      if (option || sought !== '') event.preventDefault();
      if (option) choose(option);
    }
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  const leave = (): void => {
    const close = (): void => setOpen(false);
    // What is pressed moves when the list closes, and the click would miss it.
    if (document.documentElement.matches(':active')) addEventListener('click', close, { once: true, capture: true });
    else close();
  };
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      isOptional={isOptional}
      conflict={<FieldConflict name={name} label={label} say={nameOf} />}
    >
      <div className={employeeFieldStyles.employeeField}>
        <input
          {...controlState({ id, hint, error, required: !isOptional })}
          ref={ref}
          className={formStyles.input}
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={isOpen && options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={options[active] ? `${id}-${active}` : undefined}
          value={text}
          onChange={(event) => type(event.target.value)}
          onFocus={() => setOpen(true)}
          onBlur={leave}
          onKeyDown={press}
        />
        <ul id={`${id}-list`} role="listbox" aria-label={t('matches')} hidden={options.length === 0}>
          {options.map((option, at) => (
            <li
              key={option.id}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === active}
              // Before the field loses the focus, which closes the list.
              onPointerDown={(event) => {
                event.preventDefault();
                choose(option);
              }}
            >
              <Person id={option.id} name={option.name}>
                {option.name} <span className="muted">{option.employeeCode ?? option.email}</span>
              </Person>
            </li>
          ))}
        </ul>
        {isOpen && value === '' && (
          <p className={formStyles.hint} role="status">
            {isSettled && found.data
              ? found.data.length === 0 && t('none', { status: status ?? 'Active' })
              : t('searching')}
          </p>
        )}
      </div>
    </FieldFrame>
  );
}

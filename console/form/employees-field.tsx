import { type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button';
import { EmployeeField } from './employee-field';
import styles from './employees-field.module.css';

interface EmployeesFieldProps {
  /** The field of the form's values: a list of ids. */
  name: string;
  label: string;
  hint?: string;
  /** Names of those whom the form has from the beginning, by their ids; null for one whose data were erased. */
  shown: ReadonlyMap<string, string | null>;
}

/** Several employees, each found by typing and taken away by a button. */
export function EmployeesField({ name, label, hint, shown }: EmployeesFieldProps): ReactNode {
  const t = useTranslations('employeeField');
  const { watch, setValue } = useFormContext<Record<string, string[]>>();
  const [added, setAdded] = useState<ReadonlyMap<string, string>>(new Map());
  const ids = watch(name) ?? [];
  const set = (next: string[]): void => setValue(name, next, { shouldDirty: true });
  return (
    <div>
      <EmployeeField
        name={`${name}Typed`}
        label={label}
        hint={hint}
        isOptional
        onChosen={(option) => {
          setAdded(new Map([...added, [option.id, option.name]]));
          set([...new Set([...ids, option.id])]);
        }}
      />
      {ids.length > 0 && (
        <ul className={styles.chosen} aria-label={label}>
          {ids.map((id) => {
            const employee = added.get(id) ?? shown.get(id) ?? t('erased');
            return (
              <li key={id}>
                {employee}
                <Button
                  kind="quiet"
                  aria-label={t('remove', { employee })}
                  onClick={() => set(ids.filter((other) => other !== id))}
                >
                  ×
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

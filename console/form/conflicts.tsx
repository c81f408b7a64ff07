import { createContext, type ReactNode, use, useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button';
import styles from './form.module.css';

/** What the user and someone else changed differently in a form. */
export interface Conflicts {
  /** The other's values by the paths of their fields. */
  theirs: Readonly<Record<string, unknown>>;
  settle: (name: string, whose: 'mine' | 'theirs') => void;
  /** Says that a field shows its own conflict, until the returned function is called. */
  show: (name: string) => () => void;
}

/** The conflicts of the form around; null outside of a form. */
export const ConflictsOfForm = createContext<Conflicts | null>(null);

interface FieldConflictProps {
  name: string;
  label: string;
  /** A value as the field shows it. */
  say: (value: unknown) => string;
}

/** Both values of a field that the user and someone else changed, with the choice between them; nothing without a conflict. */
export function FieldConflict({ name, label, say }: FieldConflictProps): ReactNode {
  const conflicts = use(ConflictsOfForm);
  const { getValues } = useFormContext();
  const show = conflicts?.show;
  useEffect(() => show?.(name), [show, name]);
  if (!conflicts || !Object.hasOwn(conflicts.theirs, name)) return null;
  return (
    <ConflictChoice
      label={label}
      mine={say(getValues(name))}
      theirs={say(conflicts.theirs[name])}
      onChoose={(whose) => conflicts.settle(name, whose)}
    />
  );
}

interface ConflictChoiceProps {
  label: string;
  /** What the two values are, where a text can say it. */
  mine?: string;
  theirs?: string;
  onChoose: (whose: 'mine' | 'theirs') => void;
}

/** The choice between what the user typed and what someone else saved. */
export function ConflictChoice({ label, mine, theirs, onChoose }: ConflictChoiceProps): ReactNode {
  const t = useTranslations('form');
  return (
    <div className={styles.conflict} role="group" aria-label={t('conflictOf', { field: label })} data-conflict>
      {theirs === undefined ? (
        <p>{t('conflictOf', { field: label })}</p>
      ) : (
        <dl>
          <dt>{t('mine')}</dt>
          <dd>{mine || t('nothing')}</dd>
          <dt>{t('theirs')}</dt>
          <dd>{theirs || t('nothing')}</dd>
        </dl>
      )}
      <p className={styles.formActions}>
        <Button onClick={() => onChoose('mine')}>{t('keepMine')}</Button>
        <Button onClick={() => onChoose('theirs')}>{t('useTheirs')}</Button>
      </p>
    </div>
  );
}

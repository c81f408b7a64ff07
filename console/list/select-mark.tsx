import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Bulk } from './bulk';
import styles from './list.module.css';

/** The checkbox of something outside a table. */
export function SelectMark<T>({ bulk, row }: { bulk: Bulk<T>; row: T }): ReactNode {
  const t = useTranslations('list');
  const { chosen, choose, idOf, nameOf } = bulk;
  const id = idOf(row);
  const name = nameOf(row);
  const toggle = (isSelected: boolean): void => {
    const next = new Map(chosen);
    if (isSelected) next.set(id, name);
    else next.delete(id);
    choose(next);
  };
  return (
    <span className={styles.selecting}>
      <input
        type="checkbox"
        aria-label={t('selectRow', { name })}
        checked={chosen.has(id)}
        onChange={({ target }) => toggle(target.checked)}
      />{' '}
    </span>
  );
}

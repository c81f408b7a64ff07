import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../app/use-address';
import type { Choice } from '../form/choices';
import { Options } from '../form/options';
import formStyles from '../form/form.module.css';
import styles from './data-table.module.css';

const TYPED_MS = 250;

/** A search field whose text is in the address as `search`: typing replaces the entry of the history. */
export function SearchFilter(): ReactNode {
  const t = useTranslations('table');
  const id = useId();
  const address = useAddress();
  const { change } = address;
  const inAddress = address.get('search');
  const [typed, setTyped] = useState(inAddress);
  // What the address said when it was last followed: back and forward show what it says now.
  const [followed, setFollowed] = useState(inAddress);
  if (inAddress !== followed) {
    setFollowed(inAddress);
    if (inAddress !== typed.trim()) setTyped(inAddress);
  }
  useEffect(() => {
    if (typed.trim() === followed) return;
    const timer = setTimeout(() => change({ search: typed.trim(), page: '' }, 'replace'), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, followed, change]);
  return (
    <div className={clsx(formStyles.field, styles.wide)}>
      <label htmlFor={id}>{t('search')}</label>
      <input
        id={id}
        className={formStyles.input}
        type="search"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}

/** A choice that is in the address under `name`; its first entry, `none`, stands for an address without it. */
export function ChoiceFilter({
  name,
  label,
  choices,
  none,
}: {
  name: string;
  label: string;
  choices: readonly Choice[];
  /** "All" unless the page says otherwise. */
  none?: string;
}): ReactNode {
  const t = useTranslations('table');
  const id = useId();
  const address = useAddress();
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={formStyles.input}
        value={address.get(name)}
        onChange={(event) => address.change({ [name]: event.target.value, page: '' })}
      >
        <option value="">{none ?? t('all')}</option>
        <Options choices={choices} />
      </select>
    </div>
  );
}

/** A day that is in the address under `name`. */
export function DateFilter({ name, label }: { name: string; label: string }): ReactNode {
  const id = useId();
  const address = useAddress();
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={formStyles.input}
        type="date"
        value={address.get(name)}
        onChange={({ target }) => address.change({ [name]: target.value, page: '' }, 'replace')}
      />
    </div>
  );
}

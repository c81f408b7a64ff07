import { clsx } from 'clsx';
import { createContext, type ReactNode, use, useCallback, useEffect, useId, useLayoutEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../app/use-address';
import type { Choice } from '../form/choices';
import { Options } from '../form/options';
import { Button } from './button';
import formStyles from '../form/form.module.css';
import styles from './data-table.module.css';

const TYPED_MS = 250;

/** Names a filter that folds to the filters around it, and takes its name back. */
const FoldedFilters = createContext<((name: string) => () => void) | null>(null);

/** The filters of a list. On a phone several choices are behind one button, which says how many are set; the search stays. */
export function Filters({ className, children }: { className?: string; children: ReactNode }): ReactNode {
  const t = useTranslations('table');
  const address = useAddress();
  const [names, setNames] = useState<readonly string[]>([]);
  const [isOpen, setOpen] = useState(false);
  const add = useCallback((name: string) => {
    setNames((before) => [...before, name]);
    return () => setNames((before) => before.filter((other) => other !== name));
  }, []);
  const folds = names.length > 1;
  return (
    <FoldedFilters value={add}>
      <div className={clsx(styles.filters, folds && !isOpen && styles.folded, className)}>
        {folds && (
          <span className={styles.unfold}>
            <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t('filters', { count: names.filter((name) => address.get(name) !== '').length })}
            </Button>
          </span>
        )}
        {children}
      </div>
    </FoldedFilters>
  );
}

/** What the address has under the name of a filter, which folds on a phone. */
function useFilter(name: string): string {
  const add = use(FoldedFilters);
  useLayoutEffect(() => add?.(name), [add, name]);
  return useAddress().get(name);
}

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

/** A choice that is in the address under `name`; its first entry, `none`, means an address without it. */
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
  const chosen = useFilter(name);
  const hasText = chosen === '' || choices.some(({ value }) => value === chosen);
  return (
    <div className={clsx(formStyles.field, styles.folding)}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={formStyles.input}
        value={chosen}
        onChange={(event) => address.change({ [name]: event.target.value, page: '' })}
      >
        <option value="">{none ?? t('all')}</option>
        {/* Without it the browser would show "All" over a filtered list while the choices load. */}
        {!hasText && <option value={chosen}>…</option>}
        <Options choices={choices} />
      </select>
    </div>
  );
}

/** A day that is in the address under `name`. */
export function DateFilter({ name, label }: { name: string; label: string }): ReactNode {
  const id = useId();
  const address = useAddress();
  const chosen = useFilter(name);
  return (
    <div className={clsx(formStyles.field, styles.folding)}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={formStyles.input}
        type="date"
        value={chosen}
        onChange={({ target }) => address.change({ [name]: target.value, page: '' }, 'replace')}
      />
    </div>
  );
}

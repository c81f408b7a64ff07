import { useLocation, useSearch } from 'wouter';
import { forgetRepeated } from './browser-location';

/** The path of the page, without `/as/:slug`. */
export function usePathname(): string {
  return useLocation()[0];
}

interface Address {
  /** A query parameter of the address; an empty text without one. */
  get: (name: string) => string;
  /** The page of a list, from 1. */
  page: number;
  /** Changes query parameters; an empty text removes one. A choice adds to the history, typing replaces. */
  change: (changes: Readonly<Record<string, string>>, how?: 'add' | 'replace') => void;
  /** Removes the parameters that opened a dialog; back leads to where the dialog was opened from, not to the dialog. */
  close: (...names: readonly string[]) => void;
  /** The address with changed parameters, for links. */
  with: (changes: Readonly<Record<string, string>>) => string;
}

/** The query of the address as the state of a page: filter, order, page, open dialog. */
export function useAddress(): Address {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const parameters = new URLSearchParams(search);
  const changed: Address['with'] = (changes) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes))
      if (value === '') next.delete(name);
      else next.set(name, value);
    const query = next.toString();
    return query ? `${path}?${query}` : path;
  };
  return {
    get: (name) => parameters.get(name) ?? '',
    page: Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1),
    change: (changes, how = 'add') => navigate(changed(changes), { replace: how === 'replace' }),
    close(...names) {
      navigate(changed(Object.fromEntries(names.map((name) => [name, '']))), { replace: true });
      forgetRepeated();
    },
    with: changed,
  };
}

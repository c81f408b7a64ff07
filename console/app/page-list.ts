import { useLayoutEffect } from 'react';
import { createStore, useStore } from './store';
import { usePathname } from './use-address';

const chosen = createStore<{ page: string; list: string } | null>(null);

/** Has the crumb of this page lead to a list, such as `/team`: what the page shows decides whose it is. */
export function useListOfPage(list: string): void {
  const page = usePathname();
  useLayoutEffect(() => chosen.set({ page, list }), [page, list]);
}

/** The list that the page has chosen; undefined without one. */
export function useChosenList(): string | undefined {
  const page = usePathname();
  const choice = useStore(chosen);
  return choice?.page === page ? choice.list : undefined;
}

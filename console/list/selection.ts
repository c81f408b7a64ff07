import { useState } from 'react';
import type { ListAnswer } from '../ui/paged';

/** Rows that are selected at most. */
export const MAX_SELECTED = 1_000;
/** Rows of one read: what the API serves at most. */
const ROWS_AT_ONCE = 200;

/** Rows of a list that the user has selected, on any page. */
export interface Selection {
  /** Names by ids. */
  chosen: ReadonlyMap<string, string>;
  choose: (next: ReadonlyMap<string, string>) => void;
}

/** A selection that lasts as long as the page. */
export function useRowSelection(): Selection {
  const [chosen, choose] = useState<ReadonlyMap<string, string>>(() => new Map());
  return { chosen, choose };
}

/** What a list must be able to do so that its rows can be selected. */
export interface Selectable<T> extends Selection {
  nameOf: (row: T) => string;
  /** Whether something can be done with the row; absent: with each. */
  isSelectable?: (row: T) => boolean;
}

/** Reads the rows that a list has under its present filter, the first thousand, page by page. */
export async function readAll<T>(readPage: (page: number, pageSize: number) => Promise<ListAnswer<T>>): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 1; rows.length < MAX_SELECTED; page += 1) {
    const { items, totalPages } = await readPage(page, ROWS_AT_ONCE);
    rows.push(...items);
    if (page >= totalPages) break;
  }
  return rows.slice(0, MAX_SELECTED);
}

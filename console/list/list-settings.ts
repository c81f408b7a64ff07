import { changePreferences, usePreferences } from '../app/preferences';

/** A list as someone wants to see it again. */
export interface ListView {
  name: string;
  /** Search, filters and order, as the address has them: `status=Active&sort=-name`. */
  query: string;
  /** Names of the columns in their order; null: as the list begins. */
  columns: readonly string[] | null;
}

interface ListSettings {
  columns: readonly string[] | null;
  views: readonly ListView[];
}

/** Views of one list; all preferences together have 16 kB. */
export const MAX_VIEWS = 12;

const isText = (value: unknown): value is string => typeof value === 'string';
const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const columnsOf = (value: unknown): string[] | null => (Array.isArray(value) ? value.filter(isText) : null);

/** The stored settings of the list with this name, and a function that changes them. */
export function useListSettings(list: string): ListSettings & { change: (changes: Partial<ListSettings>) => void } {
  const name = `list:${list}`;
  const stored = recordOf(usePreferences()[name]);
  const views = (Array.isArray(stored.views) ? stored.views : []).map(recordOf).flatMap((view) => {
    if (!isText(view.name) || !isText(view.query)) return [];
    return [{ name: view.name, query: view.query, columns: columnsOf(view.columns) }];
  });
  const settings = { columns: columnsOf(stored.columns), views };
  return { ...settings, change: (changes) => changePreferences({ [name]: { ...settings, ...changes } }) };
}

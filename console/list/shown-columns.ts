/** The columns that a list shows, in their order: the first one always, and of the stored ones those that still exist. */
export function shownColumns(all: readonly string[], stored: readonly string[] | null): string[] {
  const [first, ...others] = all;
  if (first === undefined) return [];
  if (stored === null) return [...all];
  return [first, ...stored.filter((name) => others.includes(name))];
}

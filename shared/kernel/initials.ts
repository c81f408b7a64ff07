/** Returns the first letter of each name; of a name of several words the first one counts. */
export function initialsOf(...names: readonly string[]): string {
  return names.map((name) => [...name.trim()][0]?.toUpperCase() ?? '').join('');
}

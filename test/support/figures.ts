/** Rows by a key of theirs. */
export function byId<T>(rows: readonly T[], id: (row: T) => string): Map<string, T> {
  return new Map(rows.map((row) => [id(row), row]));
}

/** How many rows are so. */
export function count<T>(rows: readonly T[], isSo: (row: T) => boolean): number {
  return rows.filter(isSo).length;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the UTC calendar year in which an instant counts against a plan's yearly limits. */
export function planYear(instant: Date): number {
  return instant.getUTCFullYear();
}

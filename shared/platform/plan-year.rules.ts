/** Calendar year, in UTC, in which an instant counts against a plan's yearly limits (spec 7, case 2). */
export function planYear(instant: Date): number {
  return instant.getUTCFullYear();
}

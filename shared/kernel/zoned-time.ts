/** `yyyy-mm-dd hh:mm` in a time zone; Swedish writes instants the ISO way. */
export function localMinute(instant: Date, timezone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: timezone }).format(
    instant,
  );
}

/** The calendar date `yyyy-mm-dd` of an instant in a time zone. */
export function localDate(instant: Date, timezone: string): string {
  return localMinute(instant, timezone).slice(0, 10);
}

import { useFormatter } from 'use-intl';

/** Shows a calendar date of the API (`2026-11-21`), which is the same day in every time zone. */
export function useCalendarDate(): (date: string) => string {
  const format = useFormatter();
  return (date) => format.dateTime(new Date(`${date}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' });
}

import { useFormatter } from 'use-intl';

/** Shows an instant of the API in the organization's zone, with the time of day; null stays empty. */
export function useMoment(): (instant: string | null) => string | null {
  const format = useFormatter();
  return (instant) =>
    instant === null ? null : format.dateTime(new Date(instant), { dateStyle: 'medium', timeStyle: 'short' });
}

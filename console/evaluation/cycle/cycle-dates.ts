import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../texts/calendar-date';
import type { Cycle } from './cycle-state';

/** Shows from when to when a cycle lasts, as far as it is known. */
export function useCycleDates(): (cycle: Pick<Cycle, 'startDate' | 'endDate'>) => string {
  const t = useTranslations('cycles');
  const date = useCalendarDate();
  return ({ startDate, endDate }) => {
    if (startDate !== null && endDate !== null) return t('fromTo', { from: date(startDate), to: date(endDate) });
    if (endDate !== null) return t('until', { date: date(endDate) });
    return startDate === null ? t('noDates') : t('from', { date: date(startDate) });
  };
}

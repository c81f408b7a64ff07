import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { dayAfter } from '../../../shared/kernel/day-after';
import { type ReadResult, useRead } from '../../http/use-read';
import { useCalendarDate } from '../../texts/calendar-date';
import { Chart } from '../../ui/charts/chart';
import { Columns } from '../../ui/charts/columns';

type Day = ReadResult<'/api/evaluation-cycles/{id}/progress'>[number];

/** How many evaluations were submitted on each day; nothing before the first one. */
export function Submissions({ cycleId }: { cycleId: string }): ReactNode {
  const t = useTranslations('submissions');
  const format = useFormatter();
  const date = useCalendarDate();
  const { data } = useRead('/api/evaluation-cycles/{id}/progress', { path: { id: cycleId } });
  if (!data || data.length === 0) return null;
  const listOf = (day: string): string => `/cycles/${cycleId}/participants?day=${day}`;
  return (
    <Chart
      title={t('title')}
      headings={[t('day'), t('submitted'), t('total')]}
      rows={data.map((day) => ({
        key: day.date,
        name: <Link href={listOf(day.date)}>{date(day.date)}</Link>,
        figures: [format.number(day.submitted), format.number(day.total)],
      }))}
    >
      <Columns
        say={(value) => format.number(value)}
        columns={everyDay(data).map((day) => ({
          key: day.date,
          label: format.dateTime(new Date(`${day.date}T00:00:00Z`), {
            day: 'numeric',
            month: 'short',
            timeZone: 'UTC',
          }),
          description: t('ofDay', { day: date(day.date), count: day.submitted }),
          value: day.submitted,
          href: listOf(day.date),
        }))}
      />
    </Chart>
  );
}

/** With the days between, on which nothing was submitted. */
function everyDay(days: readonly Day[]): Pick<Day, 'date' | 'submitted'>[] {
  const counts = new Map(days.map(({ date, submitted }) => [date, submitted]));
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  const all: Pick<Day, 'date' | 'submitted'>[] = [];
  for (let date = first; date <= last; date = dayAfter(date)) all.push({ date, submitted: counts.get(date) ?? 0 });
  return all;
}

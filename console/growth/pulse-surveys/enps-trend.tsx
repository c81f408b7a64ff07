import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useRead } from '../../http/use-read';
import { Chart } from '../../ui/charts/chart';
import { Line } from '../../ui/charts/line';

const MAX_SURVEYS = 12;
const RANGE = { from: -100, to: 100 };
const GRID = [-100, 0, 100];

/** The eNPS of the latest closed surveys that may show one; nothing while there are fewer than two. */
export function EnpsTrend(): ReactNode {
  const t = useTranslations('enpsTrend');
  const format = useFormatter();
  const { data } = useRead('/api/pulse-surveys', { query: { status: 'Closed', pageSize: MAX_SURVEYS } });
  const surveys = (data?.items ?? []).filter(({ eNPS }) => eNPS !== null).reverse();
  if (surveys.length < 2) return null;
  const say = (value: number): string => format.number(value, { signDisplay: 'exceptZero' });
  const day = (instant: string | null): string =>
    instant === null ? '–' : format.dateTime(new Date(instant), { dateStyle: 'medium' });
  return (
    <Chart
      title={t('title')}
      headings={[t('survey'), t('closed'), t('enps')]}
      rows={surveys.map(({ id, name, closedAt, eNPS }) => ({
        key: id,
        name: <Link href={`/pulse-surveys/${id}`}>{name}</Link>,
        figures: [day(closedAt), say(eNPS ?? 0)],
      }))}
    >
      <Line
        range={RANGE}
        grid={GRID}
        say={say}
        points={surveys.map(({ id, name, eNPS }) => ({
          key: id,
          label: name,
          description: `${name}: ${say(eNPS ?? 0)}`,
          value: eNPS,
          href: `/pulse-surveys/${id}`,
        }))}
      />
    </Chart>
  );
}

import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { BarRows } from '../../ui/charts/bar-rows';
import { Chart } from '../../ui/charts/chart';
import { Line } from '../../ui/charts/line';
import { ceilingOf } from '../../ui/charts/scale';
import type { Dashboard } from './dashboard';
import styles from './dashboard.module.css';

type Scores = NonNullable<Dashboard['scores']>;
type TrendPoint = Dashboard['cycles'][number];

/** The mean score of each department that has one; a department leads to its people. */
export function DepartmentScores({ scores, cycleId }: { scores: Scores; cycleId: string }): ReactNode {
  const t = useTranslations('dashboard');
  const format = useFormatter();
  const { bins, byDepartment } = scores;
  const rows = byDepartment.flatMap((row) => (row.mean === null ? [] : [{ ...row, mean: row.mean }]));
  if (rows.length === 0) return null;
  const say = (mean: number): string => format.number(mean, { minimumFractionDigits: 2 });
  const named = rows.map(({ departmentId, department, scored, mean }) => ({
    key: departmentId ?? 'none',
    name: departmentId === null ? t('noDepartment') : (department ?? '–'),
    href: departmentId === null ? undefined : `/cycles/${cycleId}/results?department=${departmentId}`,
    scored,
    mean,
  }));
  return (
    <Chart
      title={t('scoresByDepartment')}
      headings={[t('department'), t('count'), t('score')]}
      rows={named.map(({ key, name, href, scored, mean }) => ({
        key,
        name: href === undefined ? name : <Link href={href}>{name}</Link>,
        figures: [format.number(scored), say(mean)],
      }))}
    >
      <BarRows
        range={{ from: bins[0]?.from ?? 0, to: bins.at(-1)?.to ?? 1 }}
        rows={named.map(({ key, name, href, scored, mean }) => ({
          key,
          name,
          description: t('departmentScore', { name, score: say(mean), count: scored }),
          first: mean,
          figures: [say(mean)],
          ...(href === undefined ? {} : { href }),
        }))}
      />
    </Chart>
  );
}

const PERCENT = { from: 0, to: 1 };
const PERCENT_GRID = [0, 0.5, 1];
const GAP_LINES = 2;

/** Participation and gaps of the latest cycles; fewer than two show no trend. */
export function CycleTrend({ cycles }: { cycles: readonly TrendPoint[] }): ReactNode {
  const t = useTranslations('dashboard');
  const format = useFormatter();
  if (cycles.length < 2) return null;
  const share = (value: number): string => format.number(value, { style: 'percent' });
  const gap = (value: number): string => format.number(value, { maximumFractionDigits: 2 });
  const greatest = ceilingOf(Math.max(...cycles.map(({ averageGap }) => averageGap ?? 0)), GAP_LINES);
  return (
    <Chart
      title={t('overTheCycles')}
      headings={[t('cycleName'), t('participation'), t('averageGap')]}
      rows={cycles.map(({ id, name, rate, averageGap }) => ({
        key: id,
        name: <Link href={`/dashboard?cycle=${id}`}>{name}</Link>,
        figures: [
          <Link key="rate" href={`/cycles/${id}/participants`}>
            {share(rate)}
          </Link>,
          averageGap === null ? '–' : <Link href={`/gaps?cycle=${id}`}>{gap(averageGap)}</Link>,
        ],
      }))}
    >
      <div className={styles.trends}>
        <div>
          <h3>{t('participation')}</h3>
          <Line
            range={PERCENT}
            grid={PERCENT_GRID}
            say={share}
            points={cycles.map(({ id, name, rate }) => ({
              key: id,
              label: name,
              description: `${name}: ${share(rate)}`,
              value: rate,
              href: `/cycles/${id}/participants`,
            }))}
          />
        </div>
        <div>
          <h3>{t('averageGap')}</h3>
          <Line
            range={{ from: 0, to: greatest }}
            grid={[0, greatest / GAP_LINES, greatest]}
            say={gap}
            points={cycles.map(({ id, name, averageGap }) => ({
              key: id,
              label: name,
              description: `${name}: ${averageGap === null ? '–' : gap(averageGap)}`,
              value: averageGap,
              href: `/gaps?cycle=${id}`,
            }))}
          />
        </div>
      </div>
    </Chart>
  );
}

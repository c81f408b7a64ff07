import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Explained } from '../../ui/help';
import { ROWS } from '../boxes/box-index';
import type { Dashboard } from './dashboard';
import { FigureRows } from './figure-rows';
import styles from './dashboard.module.css';

interface CycleFiguresProps {
  dashboard: Dashboard;
  cycleId: string;
}

/** What the cycle shows: participation, scores, gaps and nine-box. */
export function CycleFigures({ dashboard, cycleId }: CycleFiguresProps): ReactNode {
  const { participation, scores, topGaps, nineBox } = dashboard;
  return (
    <div className={styles.dashboardColumns}>
      {participation && <Participation participation={participation} cycleId={cycleId} />}
      {scores && <ScoreBins scores={scores} cycleId={cycleId} />}
      {topGaps && <TopGaps gaps={topGaps} cycleId={cycleId} />}
      {nineBox && <BoxCounts nineBox={nineBox} cycleId={cycleId} />}
    </div>
  );
}

function Participation({
  participation: { subjects, byEvaluatorType },
  cycleId,
}: {
  participation: NonNullable<Dashboard['participation']>;
  cycleId: string;
}): ReactNode {
  const t = useTranslations('dashboard');
  const types = useTranslations('evaluatorType');
  const format = useFormatter();
  const asked = byEvaluatorType.filter(({ total }) => total > 0);
  return (
    <section className="card" aria-labelledby="dashboard-participation">
      <h2 id="dashboard-participation">{t('participation')}</h2>
      <p className="muted">
        <Link href={`/cycles/${cycleId}/results`}>{t('subjects', { count: subjects })}</Link>
      </p>
      <FigureRows
        rows={asked.map(({ evaluatorType, submitted, total }) => ({
          key: evaluatorType,
          name: <Link href={`/cycles/${cycleId}/participants?type=${evaluatorType}`}>{types(evaluatorType)}</Link>,
          share: submitted / total,
          figure: `${format.number(submitted)} / ${format.number(total)}`,
        }))}
      />
    </section>
  );
}

function ScoreBins({
  scores: { bins, withoutScore },
  cycleId,
}: {
  scores: NonNullable<Dashboard['scores']>;
  cycleId: string;
}): ReactNode {
  const t = useTranslations('dashboard');
  const format = useFormatter();
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const score = (value: number): string => format.number(value, { minimumFractionDigits: 2 });
  const listOf = (range: string, text: string): ReactNode => (
    <Link href={`/cycles/${cycleId}/results?score=${range}`}>{text}</Link>
  );
  const rows = bins.map(({ name, from, to, count }) => ({
    key: name,
    name: listOf(name, `${score(from)}–${score(to)}`),
    share: count / most,
    figure: format.number(count),
  }));
  const none = {
    key: 'none',
    name: listOf('none', t('withoutScore')),
    share: withoutScore / most,
    figure: format.number(withoutScore),
  };
  return (
    <section className="card" aria-labelledby="dashboard-scores">
      <Explained term="effectiveScore">
        <h2 id="dashboard-scores">{t('scores')}</h2>
      </Explained>
      <FigureRows rows={withoutScore > 0 ? [...rows, none] : rows} />
    </section>
  );
}

function TopGaps({ gaps, cycleId }: { gaps: NonNullable<Dashboard['topGaps']>; cycleId: string }): ReactNode {
  const t = useTranslations('dashboard');
  const format = useFormatter();
  // The API chooses them as the heatmap weighs them, by more than the table shows.
  const largestFirst = gaps.toSorted((a, b) => b.averageGap - a.averageGap || b.affected - a.affected);
  return (
    <section className="card" aria-labelledby="dashboard-gaps">
      <Explained term="gap">
        <h2 id="dashboard-gaps">{t('gaps')}</h2>
      </Explained>
      {gaps.length === 0 ? (
        <p className="muted">{t('noGaps')}</p>
      ) : (
        <table className={styles.figureTable}>
          <thead>
            <tr>
              <th scope="col">{t('requirement')}</th>
              <th scope="col" aria-sort="descending">
                {t('averageGap')}
              </th>
              <th scope="col">{t('affected')}</th>
            </tr>
          </thead>
          <tbody>
            {largestFirst.map(({ requirementId, requirement, isCritical, averageGap, affected, percent }) => (
              <tr key={requirementId}>
                <th scope="row">
                  <Link href={`/gaps?cycle=${cycleId}&competency=${requirementId}&severity=3`}>{requirement}</Link>
                  {isCritical && <span className="muted"> {t('critical')}</span>}
                </th>
                <td>{format.number(averageGap, { minimumFractionDigits: 2 })}</td>
                <td>
                  {t('affectedOf', {
                    affected,
                    percent: format.number(percent / 100, { style: 'percent' }),
                  })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        <Link href={`/heatmap?cycle=${cycleId}`}>{t('toHeatmap')}</Link>
      </p>
    </section>
  );
}

function BoxCounts({
  nineBox: { boxes, unplaced },
  cycleId,
}: {
  nineBox: NonNullable<Dashboard['nineBox']>;
  cycleId: string;
}): ReactNode {
  const t = useTranslations('dashboard');
  const names = useTranslations('nineBox.boxes');
  const format = useFormatter();
  const href = `/nine-box?cycle=${cycleId}`;
  return (
    <section className="card" aria-labelledby="dashboard-boxes">
      <Explained term="nineBox">
        <h2 id="dashboard-boxes">{t('nineBox')}</h2>
      </Explained>
      <ul className={styles.boxCounts}>
        {ROWS.flat().map((index) => (
          <li key={index}>
            <Link href={href}>
              <span>{names(`${index}`)}</span>{' '}
              <b>{format.number(boxes.find(({ box }) => box === index)?.count ?? 0)}</b>
            </Link>
          </li>
        ))}
      </ul>
      {unplaced > 0 && (
        <p className="muted">
          <Link href={href}>{t('unplaced', { count: unplaced })}</Link>
        </p>
      )}
    </section>
  );
}

import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import type { ReadResult } from '../../http/use-read';
import { Bar } from '../../ui/bar';
import type { Cycle } from './cycle-state';
import styles from './cycle.module.css';

export type CycleCompletion = ReadResult<'/api/evaluation-cycles/{id}/completion'>;

/** How many of the evaluations are submitted: of all, by evaluator type, and by department of the subjects. */
export function Completion({ cycle, completion }: { cycle: Cycle; completion: CycleCompletion }): ReactNode {
  const t = useTranslations('completion');
  const types = useTranslations('evaluatorType');
  const { total, submitted, subjects, completeSubjects, awaitingCalibration, byDepartment } = completion;
  const byType = completion.byEvaluatorType.filter((counts) => counts.total > 0);
  return (
    <section className={clsx('card', styles.completion)} aria-labelledby="completion">
      <h2 id="completion">{t('title')}</h2>
      {total === 0 ? (
        <p className="muted">{t('empty')}</p>
      ) : (
        <>
          <div className={styles.completionFigure}>
            <b>
              <Percent share={submitted / total} />
            </b>
            <p>
              {t('definition', { submitted, total })}
              <span className="muted">
                {t('subjects', { complete: completeSubjects, subjects })}{' '}
                {awaitingCalibration > 0 && t('awaitingCalibration', { count: awaitingCalibration })}
              </span>
            </p>
            <Bar share={submitted / total} />
          </div>
          <h3>{t('byType')}</h3>
          <ul className={styles.completionRows}>
            {byType.map(({ evaluatorType, ...counts }) => (
              <Row
                key={evaluatorType}
                name={types(evaluatorType)}
                href={`/cycles/${cycle.id}/participants?type=${evaluatorType}&status=NotSubmitted`}
                {...counts}
              />
            ))}
          </ul>
          <h3>{t('byDepartment')}</h3>
          <ul className={styles.completionRows}>
            {byDepartment.map(({ departmentId, department, ...counts }) => (
              <Row
                key={departmentId}
                name={department ?? t('noDepartment')}
                {...(departmentId === null
                  ? {}
                  : { href: `/cycles/${cycle.id}/participants?department=${departmentId}&status=NotSubmitted` })}
                {...counts}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface RowProps {
  name: string;
  /** Who has not submitted. */
  href?: string;
  submitted: number;
  total: number;
}

function Row({ name, href, submitted, total }: RowProps): ReactNode {
  const t = useTranslations('completion');
  return (
    <li>
      <span className={styles.completionName}>{href === undefined ? name : <Link href={href}>{name}</Link>}</span>
      <Bar share={total === 0 ? 0 : submitted / total} />
      <span className={styles.completionCount}>{t('count', { submitted, total })}</span>
    </li>
  );
}

function Percent({ share }: { share: number }): ReactNode {
  return useFormatter().number(share, { style: 'percent' });
}

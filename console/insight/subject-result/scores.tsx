import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Bar } from '../../ui/bar';
import { Explained } from '../../ui/help';
import { WithoutTypes } from '../../ui/without-types';
import { Score } from './score';
import { shareOfScale, type SubjectResult } from './subject-result';
import styles from './subject-result.module.css';

/** The score, and what each group of evaluators gave. */
export function Scores({ result }: { result: SubjectResult }): ReactNode {
  const t = useTranslations('subjectResult');
  const types = useTranslations('evaluatorType');
  const format = useFormatter();
  const { overall, calibrated, effective, scale, typeScores } = result;
  const word = effective === null ? undefined : scale.labels[Math.round(effective) - scale.min];
  return (
    <div className={styles.resultColumns}>
      <section className="card" aria-labelledby="result-score">
        <h2 id="result-score">{t('score')}</h2>
        <p className={styles.resultFigure}>
          <b>
            <Score value={effective} />
          </b>
          <span className="muted">{t('ofMaximum', { max: scale.max })}</span>
        </p>
        {word !== undefined && <p>{t('closestTo', { word })}</p>}
        <Bar share={shareOfScale(effective, scale)} />
        <p className={clsx(styles.resultEnds, 'muted')}>
          <span>{scale.labels[0] ?? scale.min}</span>
          <span>{scale.labels[scale.max - scale.min] ?? scale.max}</span>
        </p>
        {calibrated !== null && overall !== null && <p>{t('calibrated', { overall })}</p>}
        {calibrated === null && <WithoutTypes hiddenTypes={result.hiddenTypes} />}
      </section>
      <section className="card" aria-labelledby="result-types">
        <Explained term="evaluatorType">
          <h2 id="result-types">{t('byEvaluator')}</h2>
        </Explained>
        {typeScores.length === 0 ? (
          <p className="muted">{t('noOne')}</p>
        ) : (
          <ul className={styles.resultTypes}>
            {typeScores.map(({ evaluatorType, score, participants, submitted, hidden, asOf }) => (
              <li key={evaluatorType}>
                <span>{types(evaluatorType)}</span>
                {hidden ? <span className="muted">{t('hidden')}</span> : <Bar share={shareOfScale(score, scale)} />}
                <b>
                  <Score value={score} />
                </b>
                <span className="muted">
                  {t('count', { submitted, total: participants })}
                  {isEarlier(asOf, result) &&
                    `, ${t('asOf', { date: format.dateTime(new Date(asOf), { dateStyle: 'medium' }) })}`}
                </span>
              </li>
            ))}
          </ul>
        )}
        {typeScores.some(({ hidden }) => hidden) && (
          <p className={clsx('muted', styles.resultNote)}>{t('hiddenText')}</p>
        )}
        {typeScores.some(({ asOf }) => isEarlier(asOf, result)) && (
          <p className={clsx('muted', styles.resultNote)}>{t('asOfText')}</p>
        )}
      </section>
    </div>
  );
}

/** Whether figures were published before the cycle was closed last. */
function isEarlier(asOf: string | null | undefined, { closedAt }: SubjectResult): asOf is string {
  return typeof asOf === 'string' && closedAt !== null && asOf < closedAt;
}

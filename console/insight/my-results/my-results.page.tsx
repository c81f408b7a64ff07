import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from '../../app/page-title';
import { useAddress } from '../../app/use-address';
import { type ReadResult, useRead } from '../../http/use-read';
import { Badge } from '../../ui/badge';
import { Bar } from '../../ui/bar';
import { Loaded } from '../../ui/loaded';
import { Paged } from '../../ui/paged';
import { WithoutTypes } from '../../ui/without-types';
import { Completeness } from '../subject-result/completeness';
import { Score } from '../subject-result/score';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './my-results.module.css';

/** Results of one cycle that are published to the user. The cycle is over: a reopened one is not shown. */
export type MyResult = ReadResult<'/api/my-results'>['items'][number];

const PAGE_SIZE = 20;

/** /my-results: the cycles whose results are published to the user, the newest first. */
export function MyResultsPage(): ReactNode {
  const t = useTranslations('myResults');
  const pages = useTranslations('pages');
  const { page } = useAddress();
  const list = useRead('/api/my-results', { query: { page, pageSize: PAGE_SIZE } }, { keepPrevious: true });
  return (
    <div className={styles.myResults}>
      <div className="page-head">
        <PageTitle>{pages('myResults')}</PageTitle>
      </div>
      <Loaded read={list}>
        {(shown) =>
          shown.totalCount === 0 ? (
            <div className={dataTableStyles.tableEmpty}>
              <p>{t('empty')}</p>
              <Link href="/my-evaluations">{pages('myEvaluations')}</Link>
            </div>
          ) : (
            <Paged shown={shown}>
              <ul className="stack">
                {shown.items.map((result) => (
                  <Entry key={result.cycleId} result={result} />
                ))}
              </ul>
            </Paged>
          )
        }
      </Loaded>
    </div>
  );
}

function Entry({ result }: { result: MyResult }): ReactNode {
  const t = useTranslations('myResults');
  const format = useFormatter();
  const { cycleId, cycle, resultsPublishedAt, effective, scale, submitted, totalParticipants, complete } = result;
  const share = effective === null ? 0 : (effective - scale.min) / Math.max(1, scale.max - scale.min);
  return (
    <li className={clsx('card', styles.myResultsEntry)}>
      <div>
        <h2>
          <Link href={`/my-results/${cycleId}`}>{cycle}</Link>
        </h2>
        <p className="muted">
          {resultsPublishedAt !== null &&
            t('published', { date: format.dateTime(new Date(resultsPublishedAt), { dateStyle: 'medium' }) })}
          {' · '}
          {t('answers', { submitted, total: totalParticipants })}
        </p>
        <p className={styles.myResultsStates}>
          <Acknowledged result={result} />
          {!complete && <Completeness result={result} cycleStatus="Closed" />}
        </p>
      </div>
      <div className={styles.myResultsScore}>
        <p>
          <b>
            <Score value={effective} />
          </b>{' '}
          <span className="muted">{t('ofMaximum', { max: scale.max })}</span>
        </p>
        <Bar share={share} />
        <WithoutTypes hiddenTypes={result.hiddenTypes} />
      </div>
    </li>
  );
}

function Acknowledged({ result: { selfEvaluation } }: { result: MyResult }): ReactNode {
  const t = useTranslations('myResults');
  if (!selfEvaluation) return null;
  if (selfEvaluation.acknowledgedAt !== null) return <Badge tone="good">{t('acknowledged')}</Badge>;
  return <Badge tone="info">{t('toAcknowledge')}</Badge>;
}

import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { type ReadResult, useRead } from '../../http/use-read';
import { Loaded } from '../../ui/loaded';
import { FigureSection } from '../subject-result/figure-section';
import { Score } from '../subject-result/score';
import buttonStyles from '../../ui/button.module.css';
import styles from './quality.module.css';

type Quality = ReadResult<'/api/evaluation-results/{cycleId}/quality'>;

const TERMS = ['reliability', 'measured', 'assumed', 'meanOf'] as const;

/** /cycles/:id/quality: how reliable the scores of a cycle are by evaluator type, with what each term means. */
export function QualityPage({ params: { id = '' } }: PageProps): ReactNode {
  const quality = useRead('/api/evaluation-results/{cycleId}/quality', { path: { cycleId: id } });
  return <Loaded read={quality}>{(found) => <QualityView quality={found} />}</Loaded>;
}

function QualityView({ quality: { cycleId, cycle, types } }: { quality: Quality }): ReactNode {
  const t = useTranslations('quality');
  return (
    <div className="stack">
      <div>
        <div className="page-head">
          <PageTitle>{t('title', { name: cycle })}</PageTitle>
          <Link className={buttonStyles.button} href={`/cycles/${cycleId}/results`}>
            {t('toResults')}
          </Link>
        </div>
        <p className="muted">{t('text')}</p>
      </div>
      <OneEvaluator types={types} />
      <MeanOfSeveral types={types} />
      <section className="card" aria-labelledby="quality-terms">
        <h2 id="quality-terms">{t('terms')}</h2>
        <dl className={styles.terms}>
          {TERMS.map((term) => (
            <div key={term}>
              <dt>{t(`term.${term}`)}</dt>
              <dd>{t(`meaning.${term}`)}</dd>
            </div>
          ))}
        </dl>
        <p className="muted">{t('notToConclude')}</p>
      </section>
    </div>
  );
}

function OneEvaluator({ types }: Pick<Quality, 'types'>): ReactNode {
  const t = useTranslations('quality');
  const names = useTranslations('evaluatorType');
  const format = useFormatter();
  return (
    <FigureSection
      title={t('byType')}
      hint={t('byTypeText')}
      headings={[t('type'), t('subjects'), t('evaluations'), t('perSubject'), t('term.measured'), t('term.assumed')]}
      rows={types.map(({ evaluatorType, subjects, raters, singleRater, assumed }) => ({
        key: evaluatorType,
        name: names(evaluatorType),
        figures: [
          format.number(subjects),
          format.number(raters),
          subjects === 0 ? (
            <Score key="perSubject" value={null} />
          ) : (
            format.number(raters / subjects, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
          ),
          <Score key="measured" value={singleRater} />,
          <Score key="assumed" value={assumed} />,
        ],
      }))}
    />
  );
}

function MeanOfSeveral({ types }: Pick<Quality, 'types'>): ReactNode {
  const t = useTranslations('quality');
  const names = useTranslations('evaluatorType');
  const format = useFormatter();
  return (
    <FigureSection
      title={t('term.meanOf')}
      hint={t('meanOfText')}
      headings={[t('type'), ...(types[0]?.meanOf ?? []).map(({ raters }) => format.number(raters))]}
      rows={types.map(({ evaluatorType, meanOf }) => ({
        key: evaluatorType,
        name: names(evaluatorType),
        figures: meanOf.map(({ raters, reliability }) => <Score key={raters} value={reliability} />),
      }))}
    />
  );
}

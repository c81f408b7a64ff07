import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { EVALUATOR_TYPES } from '../../../shared/framework/evaluator-type';
import { FigureSection } from './figure-section';
import { Score } from './score';
import type { SubjectResult } from './subject-result';
import dataTableStyles from '../../ui/data-table.module.css';

/** The mean of each rated item by group of evaluators, a table for each section. */
export function ItemScores({
  result: { sections, typeScores },
}: {
  result: Pick<SubjectResult, 'sections' | 'typeScores'>;
}): ReactNode {
  const t = useTranslations('subjectResult');
  const names = useTranslations('evaluatorType');
  const asked = new Set<string>(typeScores.map(({ evaluatorType }) => evaluatorType));
  const types = EVALUATOR_TYPES.filter((type) => asked.has(type));
  return sections.map(({ id, title, items }) => {
    const rated = items.filter(({ type }) => type !== 'Text');
    if (rated.length === 0) return null;
    return (
      <FigureSection
        key={id}
        title={title}
        headings={[t('item'), ...types.map((type) => names(type)), t('average')]}
        rows={rated.map(({ itemId, text, scores, suppressed, average, measuresPotential }) => ({
          key: itemId,
          name: (
            <>
              {text}
              {measuresPotential && <span className={dataTableStyles.below}>{t('potential')}</span>}
            </>
          ),
          figures: [
            ...types.map((type) =>
              scores[type] === null && suppressed ? (
                <span key={type} className="muted">
                  {t('hidden')}
                </span>
              ) : (
                <Score key={type} value={scores[type]} />
              ),
            ),
            <b key="average">
              <Score value={average} />
            </b>,
          ],
        }))}
      />
    );
  });
}

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { EVALUATOR_TYPES } from '../../../shared/framework/evaluator-type';
import { FigureSection } from './figure-section';
import { Score } from './score';
import type { Section, SubjectResult } from './subject-result';
import dataTableStyles from '../../ui/data-table.module.css';

type Item = Section['items'][number];

/** The mean of each rated item by group of evaluators, under the competency that it measures, else under its section. */
export function ItemScores({
  result: { sections, typeScores },
}: {
  result: Pick<SubjectResult, 'sections' | 'typeScores'>;
}): ReactNode {
  const t = useTranslations('subjectResult');
  const names = useTranslations('evaluatorType');
  const asked = new Set<string>(typeScores.map(({ evaluatorType }) => evaluatorType));
  const types = EVALUATOR_TYPES.filter((type) => asked.has(type));
  const rated = sections.flatMap(({ title, items }) =>
    items.filter(({ type }) => type !== 'Text').map((item) => ({ item, group: item.competency ?? title })),
  );
  if (rated.length === 0) return null;
  const groups = [...new Set(rated.map(({ group }) => group))];
  const figures = ({ scores, suppressed, average }: Item): ReactNode[] => [
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
  ];
  return (
    <FigureSection
      title={t('items')}
      headings={[t('item'), ...types.map((type) => names(type)), t('average')]}
      rows={groups.flatMap((name) =>
        rated
          .filter(({ group }) => group === name)
          .map(({ item, group }) => ({
            key: item.itemId,
            group,
            name: (
              <>
                {item.text}
                {item.measuresPotential && <span className={dataTableStyles.below}>{t('potential')}</span>}
              </>
            ),
            figures: figures(item),
          })),
      )}
    />
  );
}

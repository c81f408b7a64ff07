import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { FigureSection } from './figure-section';
import { Score } from './score';
import type { SubjectResult } from './subject-result';

interface ExplanationProps {
  title: string;
  hint: string;
  /** What the contributions add up to. */
  sumName: string;
  explanation: NonNullable<SubjectResult['explanation']>;
}

/** How a score came about: mean times weight of each group, and the sum. */
export function Explanation({ title, hint, sumName, explanation }: ExplanationProps): ReactNode {
  const t = useTranslations('subjectResult');
  const types = useTranslations('evaluatorType');
  const format = useFormatter();
  const percent = (share: number): string => format.number(share, { style: 'percent', maximumFractionDigits: 1 });
  const exact = (value: number): string => format.number(value, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  const total = explanation.types.reduce((sum, { weight }) => sum + weight, 0);
  // Types that do not evaluate are listed too, so that the weights add up.
  const counted = explanation.types.filter(({ participants, weight }) => participants > 0 || weight > 0);
  return (
    <FigureSection
      title={title}
      hint={hint}
      headings={[t('evaluators'), t('submitted'), t('mean'), t('weight'), t('rescaledWeight'), t('contribution')]}
      rows={counted.map(({ evaluatorType, participants, submitted, mean, weight, rescaledWeight, contribution }) => ({
        key: evaluatorType,
        name: types(evaluatorType),
        figures: [
          participants === 0 ? t('noOneAsked') : t('count', { submitted, total: participants }),
          mean === null ? <Score value={null} /> : exact(mean),
          percent(total === 0 ? 0 : weight / total),
          percent(rescaledWeight),
          exact(contribution),
        ],
      }))}
      sum={explanation.overall === null ? undefined : { name: sumName, figure: exact(explanation.overall) }}
    />
  );
}

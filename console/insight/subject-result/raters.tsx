import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useRead } from '../../http/use-read';
import { Loaded } from '../../ui/loaded';
import { Person } from '../../ui/person';
import { FigureSection } from './figure-section';
import { Score } from './score';

/** Raters of one subject are few; more than one page of them is not a case. */
const MAX_RATERS = 200;

/** Who rated the subject, and how they rate in the whole cycle. For HR alone. */
export function Raters({ cycleId, subjectId }: { cycleId: string; subjectId: string }): ReactNode {
  const t = useTranslations('subjectResult');
  const format = useFormatter();
  const raters = useRead('/api/evaluation-results/{cycleId}/raters', {
    path: { cycleId },
    query: { subjectId, pageSize: MAX_RATERS },
  });
  const signed = (value: number | null): ReactNode =>
    value === null ? (
      <Score value={null} />
    ) : (
      format.number(value, { minimumFractionDigits: 2, signDisplay: 'exceptZero' })
    );
  return (
    <Loaded read={raters}>
      {({ items }) =>
        items.length > 0 && (
          <>
            <FigureSection
              title={t('raters')}
              hint={t('ratersText')}
              headings={[t('rater'), t('ratings'), t('mean'), t('leniency'), t('spread'), t('agreement')]}
              rows={items.map(({ evaluatorId, evaluator, ratings, mean, leniency, spread, agreement }) => ({
                key: evaluatorId,
                name: <Person id={evaluatorId} name={evaluator} />,
                figures: [
                  format.number(ratings),
                  <Score key="mean" value={mean} />,
                  signed(leniency),
                  <Score key="spread" value={spread} />,
                  agreement === null ? (
                    <Score key="agreement" value={null} />
                  ) : (
                    format.number(agreement, { style: 'percent' })
                  ),
                ],
              }))}
            />
            <p>
              <Link href={`/cycles/${cycleId}/quality`}>{t('toQuality')}</Link>
            </p>
          </>
        )
      }
    </Loaded>
  );
}

import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { type ReadResult, useRead } from '../../http/use-read';
import { Loaded } from '../../ui/loaded';
import { Comments } from '../subject-result/comments';
import { Explanation } from '../subject-result/explanation';
import { ItemScores } from '../subject-result/item-scores';

type Result = ReadResult<'/api/evaluation-results/{cycleId}/subjects/{subjectId}'>;

interface EvidenceProps {
  cycleId: string;
  employeeId: string;
  requirementId: string;
}

/** The items and answers behind a gap, as far as the user may see the results. */
export function Evidence({ cycleId, employeeId, requirementId }: EvidenceProps): ReactNode {
  const result = useRead('/api/evaluation-results/{cycleId}/subjects/{subjectId}', {
    path: { cycleId, subjectId: employeeId },
    query: { explain: true },
  });
  return <Loaded read={result}>{(found) => <Answers result={found} requirementId={requirementId} />}</Loaded>;
}

function Answers({ result, requirementId }: { result: Result; requirementId: string }): ReactNode {
  const t = useTranslations('gap');
  const format = useFormatter();
  const requirement = result.requirements.find((found) => found.requirementId === requirementId);
  if (!requirement || requirement.itemIds.length === 0) return <p className="muted">{t('noEvidence')}</p>;
  const { explanation, itemIds, currentLevel } = requirement;
  const sections = result.sections
    .map((section) => ({ ...section, items: section.items.filter(({ itemId }) => itemIds.includes(itemId)) }))
    .filter(({ items }) => items.length > 0);
  const { min, max } = result.scale;
  const isLevelScale = min === 1 && max === 5;
  return (
    <>
      {explanation && (
        <Explanation
          title={t('explanation')}
          hint={t('explanationText', { min, max })}
          sumName={isLevelScale ? t('current') : t('mean')}
          explanation={explanation}
        />
      )}
      {!isLevelScale && currentLevel !== null && (
        <p>{t('converted', { level: format.number(currentLevel, { minimumFractionDigits: 2 }) })}</p>
      )}
      <ItemScores result={{ sections, typeScores: result.typeScores }} />
      <Comments result={{ ...result, sections, withheldComments: 0 }} />
    </>
  );
}

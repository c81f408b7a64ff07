import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isOver } from '../../evaluation/cycle/cycle-state';
import { Badge } from '../../ui/badge';
import type { SubjectResult } from './subject-result';

type CycleStatus = SubjectResult['cycleStatus'];

interface CompletenessProps {
  result: Pick<SubjectResult, 'complete' | 'submitted' | 'totalParticipants'>;
  cycleStatus: CycleStatus;
}

/** Whether a result is complete. "Partial" would promise more answers, which a cycle that is over does not get. */
export function Completeness({ result, cycleStatus }: CompletenessProps): ReactNode {
  const t = useTranslations('completeness');
  const { complete, submitted, totalParticipants } = result;
  if (complete) return <Badge tone="good">{t('complete')}</Badge>;
  if (!isOver({ status: cycleStatus })) return <Badge>{t('partial')}</Badge>;
  return <Badge tone="warn">{t(submitted < totalParticipants ? 'notEveryone' : 'partial')}</Badge>;
}

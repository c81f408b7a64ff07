import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../ui/badge';
import type { Goal } from './goal';

const TONES = { Draft: 'plain', Active: 'info', Completed: 'good', Cancelled: 'plain' } as const;

export function GoalState({ status }: { status: Goal['status'] }): ReactNode {
  const t = useTranslations('goalStatus');
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}

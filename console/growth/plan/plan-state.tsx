import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../ui/badge';
import type { Plan } from './plan';

const TONES = {
  Draft: 'plain',
  PendingApproval: 'warn',
  Approved: 'info',
  Rejected: 'bad',
  InProgress: 'info',
  Completed: 'good',
  Cancelled: 'plain',
} as const;

export function PlanState({ status }: { status: Plan['status'] }): ReactNode {
  const t = useTranslations('planStatus');
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}

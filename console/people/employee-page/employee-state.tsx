import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../ui/badge';

const TONES = { Active: 'good', OnLeave: 'warn', Terminated: 'plain' } as const;

/** Whether someone works here now. */
export function EmployeeState({ status }: { status: keyof typeof TONES }): ReactNode {
  const t = useTranslations('employeeStatus');
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ReadResult } from '../../http/use-read';
import { Badge } from '../../ui/badge';

export type Session = ReadResult<'/api/calibration/{id}'>;
type Status = Session['status'];

/** In the order of a session's life. */
export const CALIBRATION_STATUSES: readonly Status[] = ['Draft', 'InProgress', 'Applied', 'Cancelled'];

const TONES = { Draft: 'plain', InProgress: 'info', Applied: 'good', Cancelled: 'plain' } as const;

export function SessionState({ status }: { status: Status }): ReactNode {
  const t = useTranslations('calibrationStatus');
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}

/** Whether entries and members may still change. */
export function isOpen({ status }: Pick<Session, 'status'>): boolean {
  return status === 'Draft' || status === 'InProgress';
}

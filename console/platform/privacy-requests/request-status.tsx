import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ReadResult } from '../../http/use-read';
import { Badge } from '../../ui/badge';

type PrivacyRequest = ReadResult<'/api/privacy-requests'>['items'][number];

const TONES: Record<PrivacyRequest['status'], 'plain' | 'good' | 'warn' | 'info'> = {
  Collecting: 'info',
  Review: 'warn',
  Completing: 'info',
  Completed: 'good',
  Cancelled: 'plain',
};

export function RequestStatus({ status }: Pick<PrivacyRequest, 'status'>): ReactNode {
  const t = useTranslations('privacyRequests');
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}

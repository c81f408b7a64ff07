import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

/** The urgency of a gap as a word. */
export function Priority({ priority }: { priority: number }): ReactNode {
  const t = useTranslations('gap');
  return t('priorityOf', { priority: String(priority) });
}

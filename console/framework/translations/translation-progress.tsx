import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../ui/badge';

/** How many texts of a template are translated into a language, and whether any is missing. */
export function TranslationProgress({ translated, total }: { translated: number; total: number }): ReactNode {
  const t = useTranslations('translations');
  const missing = total - translated;
  return (
    <>
      {t('translatedOf', { translated, total })}{' '}
      {missing > 0 ? (
        <Badge tone="warn">{t('missing', { count: missing })}</Badge>
      ) : (
        <Badge tone="good">{t('complete')}</Badge>
      )}
    </>
  );
}

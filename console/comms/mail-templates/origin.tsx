import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../ui/badge';
import type { MailTemplate } from './mail-template';

/** Whose text is used. */
export function Origin({ template: { scope, isBuiltIn } }: { template: MailTemplate }): ReactNode {
  const t = useTranslations('mailTemplates');
  if (isBuiltIn) return <Badge>{t('builtIn')}</Badge>;
  return scope === 'Tenant' ? <Badge tone="info">{t('own')}</Badge> : <Badge>{t('platforms')}</Badge>;
}

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../ui/badge';
import type { Account } from './account';

/** Whether the account can sign in, in a word. */
export function AccountState({ account }: { account: Account }): ReactNode {
  const t = useTranslations('accounts');
  const { isActive, deactivatedBecause, lockedUntil, mustChangePassword } = account;
  if (!isActive) return <Badge>{deactivatedBecause === 'Left' ? t('left') : t('inactive')}</Badge>;
  if (lockedUntil !== null) return <Badge tone="bad">{t('locked')}</Badge>;
  if (mustChangePassword) return <Badge tone="warn">{t('invited')}</Badge>;
  return <Badge tone="good">{t('active')}</Badge>;
}

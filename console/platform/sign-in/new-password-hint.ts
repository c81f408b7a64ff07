import { useTranslations } from 'use-intl';
import { useRead } from '../../http/use-read';

/** What a new password has to be, before it is typed. */
export function useNewPasswordHint(): string | undefined {
  const t = useTranslations('signIn');
  const { data } = useRead('/api/auth/organization');
  return data && t('newPasswordHint', { count: data.passwordMinLength });
}

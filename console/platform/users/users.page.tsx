import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Accounts } from '../accounts/accounts';

/** /users: the accounts of the organization. */
export function UsersPage(): ReactNode {
  return <Accounts title={useTranslations('pages')('users')} roles={['TenantAdmin', 'HRManager']} />;
}

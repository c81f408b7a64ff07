import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Accounts } from '../accounts/accounts';

/** /platform/accounts: the accounts of those who operate the platform; each of them is a SystemAdmin. */
export function PlatformAccountsPage(): ReactNode {
  return <Accounts title={useTranslations('pages')('platformAccounts')} roles={['SystemAdmin']} />;
}

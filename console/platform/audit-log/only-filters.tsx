import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { Button } from '../../ui/button';

/** What the details of an entry narrowed the list to, each with the way back. */
export function OnlyFilters(): ReactNode {
  const t = useTranslations('auditLog');
  const address = useAddress();
  return (['actor', 'row'] as const)
    .filter((name) => address.get(name) !== '')
    .map((name) => (
      <Button key={name} onClick={() => address.change({ [name]: '', page: '' })}>
        {t(`only.${name}`)} <span aria-hidden="true">×</span>
        <span className="visually-hidden">{t('removeFilter')}</span>
      </Button>
    ));
}

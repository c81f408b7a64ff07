import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { ChoiceFilter } from '../../ui/filters';

const ALL = 'all';

/** "Versions": the current ones unless the address says all. */
export function VersionFilter(): ReactNode {
  const t = useTranslations('versions');
  return (
    <ChoiceFilter
      name="versions"
      label={t('filter')}
      none={t('onlyCurrent')}
      choices={[{ value: ALL, text: t('all') }]}
    />
  );
}

/** The query of the list. */
export function useVersionFilter(): { isCurrent: true | undefined } {
  return { isCurrent: useAddress().get('versions') === ALL ? undefined : true };
}

import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useRead } from '../http/use-read';

/** Which groups a score is without; nothing where all that were asked are in it. */
export function WithoutTypes({
  hiddenTypes,
}: {
  hiddenTypes: readonly ('Peer' | 'DirectReport' | 'Stakeholder')[];
}): ReactNode {
  const t = useTranslations('withoutTypes');
  const format = useFormatter();
  const isNeeded = hiddenTypes.length > 0;
  const { data: settings } = useRead('/api/tenant-settings', undefined, { enabled: isNeeded });
  if (!isNeeded || !settings) return null;
  const types = format.list(hiddenTypes.map((type) => t(type)));
  return <p className="muted">{t('text', { types, minimum: settings.anonymityMinimum })}</p>;
}

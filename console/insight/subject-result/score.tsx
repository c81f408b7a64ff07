import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';

/** A score with two decimals; a dash where there is none. */
export function Score({ value }: { value: number | null | undefined }): ReactNode {
  const t = useTranslations('subjectResult');
  const format = useFormatter();
  if (value !== null && value !== undefined)
    return format.number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('noScore')}</span>
    </>
  );
}

import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ReadResult } from '../../http/use-read';
import { Bar } from '../../ui/bar';
import styles from './career-path.module.css';

type Person = ReadResult<'/api/career-paths/{id}/readiness'>['items'][number];

/** Met of needed requirements as a bar and in figures. */
export function Readiness({ percent, met, needed }: Pick<Person, 'percent' | 'met' | 'needed'>): ReactNode {
  const t = useTranslations('careerPath');
  const format = useFormatter();
  if (percent === null) return <span className="muted">{t('nothingNeeded')}</span>;
  return (
    <span className={styles.readiness}>
      <Bar share={percent / 100} />
      <span>{format.number(percent / 100, { style: 'percent' })}</span>
      <span className="muted">{t('met', { met: met ?? 0, needed: needed ?? 0 })}</span>
    </span>
  );
}

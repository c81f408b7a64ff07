import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { NineBoxThresholds } from '../../../shared/insight/nine-box.rules';
import styles from './boxes.module.css';

interface BoardNotesProps {
  thresholds: NineBoxThresholds;
  /** On the board. */
  people: number;
  near: number;
  /** Whether those near a border have a mark. */
  marksNear: boolean;
  estimated: number;
}

/** What a board is made of: the bounds of its levels, and what its signs mean. */
export function BoardNotes({ thresholds, people, near, marksNear, estimated }: BoardNotesProps): ReactNode {
  const t = useTranslations('nineBox');
  return (
    <p className={clsx('muted', styles.legend)}>
      {t('thresholds', { low: thresholds.lowBelow, high: thresholds.highFrom })}
      {estimated > 0 && ` ${t('estimatedText', { count: estimated })}`}
      {marksNear && ` ${t('nearBorderText')}`}
      {near > 0 && !marksNear && ` ${t('nearBorderCount', { near, people })}`}
    </p>
  );
}

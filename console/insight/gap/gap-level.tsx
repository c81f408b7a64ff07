import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import styles from './gap.module.css';

/** A gap of less than this part of a level is almost none. */
const ALMOST_MET = 0.25;

interface GapLevelProps {
  /** 0 none, 4 most severe. */
  level: number;
  required: number;
  current: number;
}

/** How large a gap is, in words and as a number. */
export function GapLevel({ level, required, current }: GapLevelProps): ReactNode {
  const t = useTranslations('gapLevel');
  const severity = String(Math.min(level, 3)) as '0' | '1' | '2' | '3';
  const isAlmostMet = level > 0 && required - current < ALMOST_MET;
  return (
    <span className={clsx(styles.gapCell, styles.gapLevel, styles[`level${severity}`])}>
      {isAlmostMet ? t('almostMet') : t(severity)} {level > 0 && `(${level})`}
    </span>
  );
}

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge';
import styles from './version-marks.module.css';

/** What a template and a job profile say about their versions. */
export interface Versioned {
  version: number;
  previousVersionId: string | null;
  isCurrent: boolean;
}

/** Whether a version is the current one of its line. */
export function CurrentBadge({ isCurrent }: { isCurrent: boolean }): ReactNode {
  const t = useTranslations('versions');
  return isCurrent ? <Badge tone="good">{t('current')}</Badge> : <Badge>{t('replaced')}</Badge>;
}

interface MarksProps {
  resource: Versioned;
  /** The address of the list, such as `/templates`. */
  list: string;
  children?: ReactNode;
}

/** Which version this is, with the way to the one that it was made from. */
export function VersionMarks({ resource, list, children }: MarksProps): ReactNode {
  const t = useTranslations('versions');
  const { version, previousVersionId, isCurrent } = resource;
  return (
    <p className={styles.versionMarks}>
      <span>{t('version', { version })}</span>
      <CurrentBadge isCurrent={isCurrent} />
      {children}
      {previousVersionId !== null && <Link href={`${list}/${previousVersionId}`}>{t('previous')}</Link>}
    </p>
  );
}

import { clsx } from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useRead } from '../http/use-read';
import { JobTray } from '../jobs/job-tray';
import { ActingBanner } from './acting-banner';
import { paintBrand } from './brand';
import { Navigation } from './navigation';
import { type Profile } from './session';
import { UserMenu } from './user-menu';
import styles from './layout.module.css';

const UNREAD_EVERY_MS = 60_000;

/** The frame of every page behind the sign-in: header, navigation that folds, the page. */
export function Layout({ profile, children }: { profile: Profile; children: ReactNode }): ReactNode {
  const t = useTranslations('app');
  const [isOpen, setOpen] = useState(false);
  const { organization } = profile;
  const color = organization?.primaryColor ?? null;
  useEffect(() => paintBrand(color), [color]);
  return (
    <div className={clsx(styles.layout, isOpen && styles.open)}>
      <a className={styles.skip} href="#page">
        {t('skip')}
      </a>
      <header className={styles.top}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls="navigation"
          aria-label={t('menu')}
          onClick={() => setOpen(!isOpen)}
        >
          <span aria-hidden="true">☰</span>
        </button>
        <Link href="/" className={styles.brand}>
          {organization?.hasLogo && (
            <img src={`/api/auth/organization/logo?slug=${organization.slug}`} alt="" height={28} />
          )}
          <span>{organization?.name ?? t('platform')}</span>
        </Link>
        <Unread />
        <UserMenu profile={profile} />
      </header>
      <Navigation profile={profile} onChoice={() => setOpen(false)} />
      <div className={styles.content}>
        <ActingBanner organization={organization} />
        <JobTray />
        <main id="page">{children}</main>
      </div>
    </div>
  );
}

function Unread(): ReactNode {
  const t = useTranslations('app');
  const format = useFormatter();
  const { data } = useRead('/api/notifications/unread-count', undefined, { every: UNREAD_EVERY_MS });
  const count = data?.count ?? 0;
  return (
    <Link href="/notifications" className={styles.unread} aria-label={t('unread', { count })}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path
          d="M10 2a5 5 0 0 0-5 5v3.5L3.5 13v1h13v-1L15 10.500V7a5 5 0 0 0-5-5Zm-2 13.500a2 2 0 0 0 4 0Z"
          fill="currentColor"
        />
      </svg>
      {count > 0 && <span aria-hidden="true">{count > 99 ? '99+' : format.number(count)}</span>}
    </Link>
  );
}

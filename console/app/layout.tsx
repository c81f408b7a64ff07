import { clsx } from 'clsx';
import { Bell, Menu } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useRead } from '../http/use-read';
import { JobTray } from '../jobs/job-tray';
import { ActingBanner } from './acting-banner';
import { APPEARANCE, appearanceOf, paintAppearance } from './appearance';
import { paintBrand } from './brand';
import { Panels } from './go-to/panels';
import { Navigation } from './navigation';
import { usePreferences } from './preferences';
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
  const appearance = appearanceOf(usePreferences()[APPEARANCE]);
  useEffect(() => paintAppearance(appearance), [appearance]);
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
          <Menu size={20} />
        </button>
        <Link href="/" className={styles.brand}>
          {organization?.hasLogo && (
            <img src={`/api/auth/organization/logo?slug=${organization.slug}`} alt="" height={28} />
          )}
          <span>{organization?.name ?? t('platform')}</span>
        </Link>
        <Panels profile={profile} />
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
      <Bell size={20} />
      {count > 0 && <span aria-hidden="true">{count > 99 ? '99+' : format.number(count)}</span>}
    </Link>
  );
}

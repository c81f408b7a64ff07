import { Search } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../ui/lazy-part';
import { Pending } from '../ready-mark';
import type { Profile } from '../session';
import { useStore } from '../store';
import { GO_TO_KEYS, openPanel, useShortcuts } from './shortcuts';
import styles from '../layout.module.css';

const GoTo = lazyPart(async () => ({ default: (await import('./go-to')).GoTo }));
const ShortcutList = lazyPart(async () => ({ default: (await import('./shortcut-list')).ShortcutList }));

/** The button of "Go to…", and what the shortcuts of every page open. */
export function Panels({ profile }: { profile: Profile }): ReactNode {
  const t = useTranslations('goTo');
  const open = useStore(openPanel);
  useShortcuts();
  const close = (): void => openPanel.set(null);
  return (
    <>
      <button
        type="button"
        className={styles.goTo}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => openPanel.set('goTo')}
      >
        <Search size={18} />
        <span>{t('title')}</span>
        <kbd aria-hidden="true">{GO_TO_KEYS}</kbd>
      </button>
      <Suspense fallback={<Pending />}>
        {open === 'goTo' && <GoTo profile={profile} onClose={close} />}
        {open === 'shortcuts' && <ShortcutList onClose={close} />}
      </Suspense>
    </>
  );
}

import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { createStore, useStore } from '../app/store';
import styles from './notices.module.css';

interface Notice {
  id: number;
  kind: 'done' | 'failed';
  text: string;
  link?: { href: string; text: string };
}

const SHOWN_MS = 8_000;
const notices = createStore<readonly Notice[]>([]);
let count = 0;

const dismiss = (id: number): void => notices.set(notices.get().filter((notice) => notice.id !== id));

/** Tells the user wherever they are, and screen readers too. What failed stays until it is closed. */
export function notify(notice: Omit<Notice, 'id'>): void {
  const id = ++count;
  notices.set([...notices.get(), { ...notice, id }]);
  if (notice.kind === 'done') setTimeout(() => dismiss(id), SHOWN_MS);
}

/** The notices; stands once in the application. An open dialog leaves them readable and announced. */
export function Notices(): ReactNode {
  const t = useTranslations('dialog');
  return (
    <div className={styles.notices} role="status" aria-live="polite" data-react-aria-top-layer="true">
      {useStore(notices).map(({ id, kind, text, link }) => (
        <div key={id} className={clsx(styles.notice, styles[kind])} role={kind === 'failed' ? 'alert' : undefined}>
          <span aria-hidden="true" className={styles.noticeMark}>
            {kind === 'done' ? '✓' : '!'}
          </span>
          <p>
            {text} {link && <Link href={link.href}>{link.text}</Link>}
          </p>
          <button type="button" aria-label={t('dismiss')} onClick={() => dismiss(id)}>
            <span aria-hidden="true">×</span>
          </button>
        </div>
      ))}
    </div>
  );
}

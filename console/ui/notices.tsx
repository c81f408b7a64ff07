import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Link, useLocation, useSearch } from 'wouter';
import { createStore, useStore } from '../app/store';
import styles from './notices.module.css';

interface Notice {
  id: number;
  kind: 'done' | 'failed';
  /** A component follows the language; a text leaves when the language changes. */
  text: ReactNode;
  link?: { href: string; text: string };
  /** Of work that goes on when the page is left, as its notice does. */
  isOfJob?: boolean;
  raisedAt: number;
}

const SHOWN_MS = 8_000;
/** A notice that is raised this shortly before a page is left gives the reason for leaving it. */
const LED_AWAY_MS = 1_000;
const notices = createStore<readonly Notice[]>([]);
let count = 0;

const keep = (isKept: (notice: Notice) => boolean): void => notices.set(notices.get().filter(isKept));

/** Shows a notice on any page, and announces it to screen readers. A failure remains until it is closed or its page is left. */
export function notify(notice: Omit<Notice, 'id' | 'raisedAt'>): void {
  const id = ++count;
  const others = notices.get().filter(({ text }) => text !== notice.text);
  notices.set([...others, { ...notice, id, raisedAt: Date.now() }]);
  if (notice.kind === 'done') setTimeout(() => keep((each) => each.id !== id), SHOWN_MS);
}

export function notifySaved(): void {
  notify({ kind: 'done', text: SAVED });
}

function Saved(): ReactNode {
  return useTranslations('form')('saved');
}

const SAVED = <Saved />;

/** The notices, above the page, which makes room for them; rendered once in the application. An open dialog leaves them readable and announced. */
export function Notices(): ReactNode {
  const t = useTranslations('dialog');
  const locale = useLocale();
  const [path] = useLocation();
  const search = useSearch();
  const here = search === '' ? path : `${path}?${search}`;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => keep(({ isOfJob, raisedAt }) => isOfJob === true || Date.now() - raisedAt < LED_AWAY_MS), [path]);
  useEffect(() => keep(({ isOfJob, text }) => isOfJob === true || typeof text !== 'string'), [locale]);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      document.documentElement.style.setProperty('--notices', `${height}px`);
    });
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={styles.notices} role="status" aria-live="polite" data-react-aria-top-layer="true">
      {useStore(notices).map(({ id, kind, text, link }) => (
        <div key={id} className={clsx(styles.notice, styles[kind])} role={kind === 'failed' ? 'alert' : undefined}>
          <span aria-hidden="true" className={styles.noticeMark}>
            {kind === 'done' ? '✓' : '!'}
          </span>
          <p>
            {text} {link && link.href !== here && <Link href={link.href}>{link.text}</Link>}
          </p>
          <button type="button" aria-label={t('dismiss')} onClick={() => keep((each) => each.id !== id)}>
            <span aria-hidden="true">×</span>
          </button>
        </div>
      ))}
    </div>
  );
}

import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { waitingUntil } from '../http/waiting-turn';
import { useStore } from './store';
import styles from './waiting-notice.module.css';

/** Counts down while the API asks to wait (429); the calls continue automatically. */
export function WaitingNotice(): ReactNode {
  const until = useStore(waitingUntil);
  return until === null ? null : <Countdown until={until} />;
}

function Countdown({ until }: { until: number }): ReactNode {
  const t = useTranslations('errors');
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  return (
    <div className={styles.waiting} role="status">
      <span className="visually-hidden">{t('waitingShort')}</span>
      <span aria-hidden="true">{t('waiting', { seconds })}</span>
    </div>
  );
}

import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useRead } from '../../http/use-read';
import { Loaded } from '../../ui/loaded';
import type { PrivacyRequest } from './privacy-request';
import styles from './privacy-request.module.css';

type CountsShown = NonNullable<PrivacyRequest['counts']>;
const PARTS = ['deleted', 'anonymized', 'kept'] as const satisfies readonly (keyof CountsShown)[];

/** What the erasure deletes, empties and retains, or has done. */
export function Counts({ request: { id, status, counts } }: { request: PrivacyRequest }): ReactNode {
  const t = useTranslations('privacyRequests');
  const preview = useRead('/api/privacy-requests/{id}/preview', { path: { id } }, { enabled: counts === null });
  return (
    <section className="card stack" aria-labelledby="privacy-counts">
      <h2 id="privacy-counts">{status === 'Completed' ? t('done') : t('preview')}</h2>
      {counts ? (
        <CountLists counts={counts} />
      ) : (
        <Loaded read={preview}>{(shown) => <CountLists counts={shown} />}</Loaded>
      )}
    </section>
  );
}

function CountLists({ counts }: { counts: CountsShown }): ReactNode {
  const t = useTranslations('privacyRequests');
  const kinds = useTranslations('privacyKinds');
  const format = useFormatter();
  const nameOf = (kind: string): string => (kinds.has(kind as 'User') ? kinds(kind as 'User') : kind);
  return (
    <div className={styles.privacyCounts}>
      {PARTS.map((part) => (
        <div key={part}>
          <h3>{t(part)}</h3>
          {Object.keys(counts[part]).length === 0 && <p className="muted">{t('nothing')}</p>}
          <dl>
            {Object.entries(counts[part]).map(([kind, count]) => (
              <div key={kind} className={styles.privacyCount}>
                <dt>{nameOf(kind)}</dt>
                <dd>{format.number(count)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  );
}

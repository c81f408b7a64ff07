import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from '../../app/page-title';
import type { PageProps } from '../../app/route';
import { useAddress } from '../../app/use-address';
import { useRead } from '../../http/use-read';
import { Loaded } from '../../ui/loaded';
import { EntryDialog } from './entry-dialog';
import { History } from './history';
import { Outcome } from './outcome';
import { Scores } from './scores';
import { SessionBoxes } from './session-boxes';
import { SessionFacts } from './session-facts';
import { SessionSettings } from './session-settings';
import { isOpen, type Session } from './session-state';
import { SessionSteps } from './session-steps';
import styles from './calibration.module.css';

type View = 'boxes' | 'scores' | 'history';
const VIEWS: readonly View[] = ['boxes', 'scores', 'history'];
/** Of a session that is over: nothing moves any more. */
const VIEWS_AFTERWARDS: readonly View[] = ['scores', 'history'];

/** /calibration/:id: one session; the view, filters and the person who is being moved are in the address. */
export function CalibrationPage({ params: { id = '' } }: PageProps): ReactNode {
  const session = useRead('/api/calibration/{id}', { path: { id } });
  return <Loaded read={session}>{(found) => <SessionView session={found} />}</Loaded>;
}

function SessionView({ session }: { session: Session }): ReactNode {
  const address = useAddress();
  const { id, name } = session;
  const preview = useRead('/api/calibration/{id}/preview', { path: { id } }, { keepPrevious: true });
  const views = isOpen(session) ? VIEWS : VIEWS_AFTERWARDS;
  const view = views.find((option) => option === address.get('view')) ?? views[0];
  return (
    <>
      <div className="page-head">
        <PageTitle>{name}</PageTitle>
        {isOpen(session) && <SessionSteps session={session} preview={preview.data} />}
      </div>
      <SessionFacts session={session} />
      <Loaded read={preview}>
        {(compared) => (
          <div className="stack">
            {isOpen(session) && <Outcome preview={compared} />}
            <div>
              <Views views={views} current={view} />
              {view === 'boxes' && <SessionBoxes cycleId={session.cycleId} preview={compared} />}
              {view === 'scores' && <Scores session={session} preview={compared} />}
              {view === 'history' && <History session={session} />}
            </div>
            {isOpen(session) && <EntryDialog session={session} preview={compared} />}
          </div>
        )}
      </Loaded>
      {isOpen(session) && address.get('edit') === 'settings' && <SessionSettings session={session} />}
    </>
  );
}

function Views({ views, current }: { views: readonly View[]; current: View | undefined }): ReactNode {
  const t = useTranslations('calibration');
  const address = useAddress();
  return (
    <nav className={styles.views} aria-label={t('views')}>
      {views.map((view) => (
        <Link
          key={view}
          href={address.with({ view: view === views[0] ? '' : view, search: '', department: '', page: '' })}
          aria-current={view === current ? 'page' : undefined}
        >
          {t(`view.${view}`)}
        </Link>
      ))}
    </nav>
  );
}

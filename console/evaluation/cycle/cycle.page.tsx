import { type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from '../../app/page-title';
import { Pending } from '../../app/ready-mark';
import type { PageProps } from '../../app/route';
import { useAddress } from '../../app/use-address';
import { useRead } from '../../http/use-read';
import { lazyPart } from '../../ui/lazy-part';
import { Loaded } from '../../ui/loaded';
import { Completion } from './completion';
import { useCycleDates } from './cycle-dates';
import { type Cycle, CycleState } from './cycle-state';
import { CycleSteps } from './cycle-steps';
import { PeerPlan } from './peer-plan';
import { Submissions } from './submissions';
import buttonStyles from '../../ui/button.module.css';
import styles from './cycle.module.css';

const CycleSettings = lazyPart(async () => ({ default: (await import('./cycle-settings')).CycleSettings }));

/** /cycles/:id: the way of a cycle as steps, how far it is, and its settings. */
export function CyclePage({ params: { id = '' } }: PageProps): ReactNode {
  const cycle = useRead('/api/evaluation-cycles/{id}', { path: { id } });
  return <Loaded read={cycle}>{(found) => <CycleView cycle={found} />}</Loaded>;
}

function CycleView({ cycle }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('cycle');
  const address = useAddress();
  const dates = useCycleDates();
  const { id, name, status, template, description } = cycle;
  const completion = useRead('/api/evaluation-cycles/{id}/completion', { path: { id } });
  const plan = address.get('plan');
  return (
    <>
      <div className="page-head">
        <PageTitle>{name}</PageTitle>
        <Link className={buttonStyles.button} href={`/cycles/${id}/participants`}>
          {t('participants')}
        </Link>
        <Link className={buttonStyles.button} href={`/cycles/${id}/results`}>
          {t('results')}
        </Link>
        <Link className={buttonStyles.button} href={address.with({ edit: 'settings' })}>
          {t('settings')}
        </Link>
      </div>
      <p className={styles.cycleFacts}>
        <CycleState status={status} />
        <span>{dates(cycle)}</span>
        <span>{template ?? t('noTemplate')}</span>
        {description !== null && <span className="muted">{description}</span>}
      </p>
      {plan !== '' && <PeerPlan key={plan} cycle={cycle} jobId={plan} />}
      <div className={styles.cycleColumns}>
        <CycleSteps cycle={cycle} completion={completion.data} isPlanning={plan !== ''} />
        <div className="stack">
          <Loaded read={completion}>{(counts) => <Completion cycle={cycle} completion={counts} />}</Loaded>
          {cycle.generatedAt !== null && <Submissions cycleId={id} />}
        </div>
      </div>
      {address.get('edit') === 'settings' && (
        <Suspense fallback={<Pending />}>
          <CycleSettings cycle={cycle} />
        </Suspense>
      )}
    </>
  );
}

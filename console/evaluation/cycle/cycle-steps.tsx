import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type Cycle, isOpen, isOver } from './cycle-state';
import { AssignDirectReports, AssignPeers, Generate } from './preparation-steps';
import { RemindStep } from './remind-step';
import { Archive, Close, Open, Publish, Reopen } from './state-steps';
import styles from './cycle.module.css';

interface CycleStepsProps {
  cycle: Cycle;
  /** A plan of peers is shown, which has the page's primary button. */
  isPlanning: boolean;
}

/** The steps of a cycle in their order; the next one has the page's primary button. */
export function CycleSteps({ cycle, isPlanning }: CycleStepsProps): ReactNode {
  const t = useTranslations('cycle');
  const { status, generatedAt, resultsPublishedAt } = cycle;
  const isPrepared = generatedAt !== null;
  const canJoin = !isOver(cycle);
  return (
    <section className={clsx('card', styles.stepsCard)} aria-label={t('steps')}>
      <ol className={styles.steps}>
        <Generate cycle={cycle} isNext={!isPlanning && canJoin && !isPrepared} />
        <AssignPeers cycle={cycle} canAssign={canJoin && isPrepared} />
        <AssignDirectReports cycle={cycle} canAssign={canJoin && isPrepared} />
        <Open cycle={cycle} isNext={!isPlanning && status === 'Draft' && isPrepared} />
        <RemindStep cycle={cycle} canSend={isOpen(cycle)} />
        <Close cycle={cycle} isNext={!isPlanning && isOpen(cycle)} />
        <Publish cycle={cycle} isNext={status === 'Closed' && resultsPublishedAt === null} />
        <Archive cycle={cycle} isNext={status === 'Closed' && resultsPublishedAt !== null} />
        <Reopen cycle={cycle} />
      </ol>
    </section>
  );
}

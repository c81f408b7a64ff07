import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useCalibrationState } from './calibration-state';
import type { CycleCompletion } from './completion';
import { type Cycle, isOpen, isOver } from './cycle-state';
import { AssignDirectReports, AssignPeers, Generate } from './preparation-steps';
import { RemindStep } from './remind-step';
import { Archive, Calibrate, Close, Open, Publish, Reopen } from './state-steps';
import styles from './cycle.module.css';

interface CycleStepsProps {
  cycle: Cycle;
  /** Absent until it has been read. */
  completion: CycleCompletion | undefined;
  /** A plan of peers is shown, which has the page's primary button. */
  isPlanning: boolean;
}

/** The steps of a cycle in their order; the next one has the page's primary button. */
export function CycleSteps({ cycle, completion, isPlanning }: CycleStepsProps): ReactNode {
  const t = useTranslations('cycle');
  const isPrepared = cycle.generatedAt !== null;
  const canJoin = !isOver(cycle);
  const calibration = useCalibrationState(cycle, completion);
  const isCalibrationMissing = cycle.settings.useCalibration && calibration?.isDone !== true;
  const next = isPlanning ? null : nextStep(cycle, completion, isCalibrationMissing);
  return (
    <section className={clsx('card', styles.stepsCard)} aria-label={t('steps')}>
      <ol className={styles.steps}>
        <Generate cycle={cycle} isNext={next === 'generate'} />
        <AssignPeers
          cycle={cycle}
          canAssign={canJoin && isPrepared}
          assigned={evaluators(completion, 'Peer')}
          isNext={next === 'peers'}
        />
        <AssignDirectReports
          cycle={cycle}
          canAssign={canJoin && isPrepared}
          assigned={evaluators(completion, 'DirectReport')}
          isNext={next === 'reports'}
        />
        <Open cycle={cycle} isNext={next === 'open'} isAnnouncingNext={next === 'announce'} />
        <RemindStep cycle={cycle} isNext={next === 'remind'} />
        <Close cycle={cycle} isNext={next === 'close'} />
        {cycle.settings.useCalibration && (
          <Calibrate cycle={cycle} isNext={next === 'calibrate'} calibration={calibration} />
        )}
        <Publish cycle={cycle} isNext={next === 'publish'} isCalibrationMissing={isCalibrationMissing} />
        <Archive cycle={cycle} isNext={next === 'archive'} />
      </ol>
      {isOver(cycle) && <Reopen cycle={cycle} />}
    </section>
  );
}

type EvaluatorType = CycleCompletion['byEvaluatorType'][number]['evaluatorType'];
type StepName =
  | 'generate'
  | 'peers'
  | 'reports'
  | 'open'
  | 'announce'
  | 'remind'
  | 'close'
  | 'calibrate'
  | 'publish'
  | 'archive';

function evaluators(completion: CycleCompletion | undefined, type: EvaluatorType): number {
  return completion?.byEvaluatorType.find(({ evaluatorType }) => evaluatorType === type)?.total ?? 0;
}

/** What HR most likely does next. Closing is suggested only when nothing is left to wait for. */
function nextStep(
  cycle: Cycle,
  completion: CycleCompletion | undefined,
  isCalibrationMissing: boolean,
): StepName | null {
  const { status, generatedAt, resultsPublishedAt } = cycle;
  if (status === 'Archived') return null;
  if (status === 'Closed' && resultsPublishedAt !== null) return 'archive';
  if (status === 'Closed') return isCalibrationMissing ? 'calibrate' : 'publish';
  if (generatedAt === null) return 'generate';
  if (isOpen(cycle)) return nextWhileOpen(cycle);
  if (!completion) return null;
  if (evaluators(completion, 'Peer') === 0) return 'peers';
  // Where managers evaluate, there are direct reports.
  const hasReports = evaluators(completion, 'Manager') > 0;
  return hasReports && evaluators(completion, 'DirectReport') === 0 ? 'reports' : 'open';
}

/** Whoever answered knows that the cycle is open; so does everyone once it was announced, which its settings may do by themselves. */
function nextWhileOpen(cycle: Cycle): StepName {
  const { counts, announcedAt, settings } = cycle;
  if (counts.submitted === counts.participants || isPastEnd(cycle)) return 'close';
  const isAnnounced = announcedAt !== null || settings.reminders.sendOpening || counts.submitted > 0;
  return isAnnounced ? 'remind' : 'announce';
}

/** Whether the last day is over by the clock of this device, which is near enough for a suggestion. */
function isPastEnd({ endDate }: Cycle): boolean {
  return endDate !== null && endDate < new Date().toISOString().slice(0, 10);
}

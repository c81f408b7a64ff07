import { showsGaps, type CycleState } from './cycles/cycle-visibility.rules';

/** How many of a subject's evaluators have answered; `submitted` counts the acknowledged ones too. */
export interface Participation {
  totalParticipants: number;
  submitted: number;
  acknowledged: number;
}

/** What decides whether a subject's report is complete. */
export interface SubjectProgress {
  cycle: Pick<CycleState, 'status' | 'closedAt'>;
  /** False when the evaluation is withdrawn: it is never complete. */
  counts: boolean;
  participation: Pick<Participation, 'totalParticipants' | 'submitted'>;
  useCalibration: boolean;
  /** True when a calibration session that covers the subject is applied. */
  calibrationApplied: boolean;
}

/**
 * True when the cycle is over after a closing, all of the subject's participants have submitted, and calibration, if
 * used, is applied. A subject without evaluators is never complete.
 */
export function subjectIsComplete(subject: SubjectProgress): boolean {
  const { totalParticipants, submitted } = subject.participation;
  return (
    subject.counts &&
    showsGaps(subject.cycle) &&
    totalParticipants > 0 &&
    submitted === totalParticipants &&
    (!subject.useCalibration || subject.calibrationApplied)
  );
}

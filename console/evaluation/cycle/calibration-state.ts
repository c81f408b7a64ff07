import { useRead } from '../../http/use-read';
import type { CycleCompletion } from './completion';
import { type Cycle, isOver } from './cycle-state';

/** How far the calibration of a cycle is that uses it. */
export interface CalibrationState {
  sessions: number;
  /** Subjects whose report waits for nothing else. */
  waiting: number;
  /** A session is applied, and no report waits for one. */
  isDone: boolean;
}

/** Undefined for a cycle that does not use calibration, and until it is known. */
export function useCalibrationState(
  cycle: Cycle,
  completion: CycleCompletion | undefined,
): CalibrationState | undefined {
  const { id, settings } = cycle;
  const query = { cycleId: id, pageSize: MAX_SESSIONS };
  const { data } = useRead('/api/calibration', { query }, { enabled: settings.useCalibration });
  if (!settings.useCalibration || !data || !completion) return undefined;
  const waiting = completion.awaitingCalibration;
  const isApplied = data.items.some(({ status }) => status === 'Applied');
  return { sessions: data.totalCount, waiting, isDone: isApplied && waiting === 0 && isOver(cycle) };
}

/** A cycle has a session for each department at most. */
const MAX_SESSIONS = 200;

import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import type { Evaluation } from '../../../shared/evaluation/evaluation.model';
import type { Interval } from '../../../shared/evaluation/score-interval.rules';
import { cycleScale } from '../../../shared/insight/cycles.store';
import type { NineBoxThresholds } from '../../../shared/insight/nine-box.rules';
import {
  isNearBorder,
  measuredInterval,
  type MeasuredCycle as CycleOfIntervals,
} from '../../../shared/insight/statistics/measured-interval.rules';
import { readCycleStatistics } from './cycle-statistics.store';

type MeasuredCycle = Pick<Cycle, '_id' | 'status' | 'settings' | 'templateId'>;

/** The measurement error of a subject's overall score, for HR. */
export interface MeasuredScore {
  /** 90 %, unrounded; null without a score, or in a cycle with too few scores. */
  interval: Interval | null;
  /** It contains a border of the nine-box. False for a calibrated score, which is a decision and not a measurement. */
  isNearBorder: boolean;
}

/** Returns a function from a subject's evaluation to the 90 % interval around the overall score, unrounded, for HR. */
export async function measuredIntervals(
  cycle: MeasuredCycle,
): Promise<(evaluation: Pick<Evaluation, 'tally'>) => Interval | null> {
  const measured = await readMeasured(cycle);
  return ({ tally }) => measuredInterval(tally, measured);
}

/** Returns a function from a subject's evaluation to the measurement error of the overall score, for HR. */
export async function measuredScores(
  cycle: MeasuredCycle,
  thresholds: NineBoxThresholds,
): Promise<(evaluation: Pick<Evaluation, 'tally' | 'calibrated'>) => MeasuredScore> {
  const measured = await readMeasured(cycle);
  return ({ tally, calibrated }) => {
    const interval = measuredInterval(tally, measured);
    return { interval, isNearBorder: calibrated === null && isNearBorder(interval, measured.scale, thresholds) };
  };
}

async function readMeasured(cycle: MeasuredCycle): Promise<CycleOfIntervals> {
  const [statistics, scale] = await Promise.all([readCycleStatistics(cycle), cycleScale(cycle)]);
  return { weights: cycle.settings.weights, scale, statistics };
}

import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { type QualityView, toQualityView } from './quality.dto';
import { readCycleStatistics } from './statistics/cycle-statistics.store';

/** Returns the reliability of a cycle's scores; throws NOT_FOUND. */
export async function getQuality(cycleId: string): Promise<QualityView> {
  const cycle = await findCycle(cycleId);
  return toQualityView(cycle, await readCycleStatistics(cycle));
}

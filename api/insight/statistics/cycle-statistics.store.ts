import { rowBatches } from '../../../shared/db/batches';
import { cycleChanges } from '../../../shared/evaluation/cycles/cycle-sums.store';
import { isOver } from '../../../shared/evaluation/cycles/cycle-visibility.rules';
import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { LISTED, SUBMITTED_STATUS } from '../../../shared/evaluation/participants/participation.store';
import { CycleCacheModel, type CycleCacheRow } from '../../../shared/insight/cycle-cache.model';
import { type CycleStatistics, CycleStatisticsTally } from '../../../shared/insight/statistics/cycle-statistics.rules';
import { now } from '../../../shared/kernel/clock';
import { setOrCreate } from '../../db/set-or-create';

/** Submitted evaluations, including those about subjects who have left, because they also show how an evaluator rates. */
export const RATED = { ...SUBMITTED_STATUS, ...LISTED };

/** While answers come in, cached statistics may be this old. */
const MAX_AGE_MS = 60_000;

/**
 * Returns the statistics of a cycle. They need all of its evaluations, so they are cached, and recalculated when a figure of a
 * subject has changed, at most once a minute while the cycle takes answers; two queries when cached (docs/adr/0053).
 */
export async function readCycleStatistics({
  _id: cycleId,
  status,
}: Pick<Cycle, '_id' | 'status'>): Promise<CycleStatistics> {
  // Read before the scores, so that the next call notices changes during the calculation.
  const { changes } = await cycleChanges(cycleId);
  const row = await CycleCacheModel.findOne({ cycleId }).select('statistics').lean<Pick<CycleCacheRow, 'statistics'>>();
  const cached = row?.statistics;
  const countedAt = now();
  const isFresh = (at: Date): boolean => !isOver(status) && countedAt.getTime() - at.getTime() < MAX_AGE_MS;
  if (cached && (cached.changes === changes || isFresh(cached.countedAt))) return cached;
  const statistics = await countStatistics(cycleId);
  await setOrCreate(CycleCacheModel, { cycleId }, { statistics: { ...statistics, changes, countedAt } });
  return statistics;
}

/** Calculates the statistics of a cycle in one pass over its submitted evaluations. */
async function countStatistics(cycleId: string): Promise<CycleStatistics> {
  const tally = new CycleStatisticsTally();
  const fields = ['subjectId', 'evaluatorId', 'evaluatorType', 'score'] as const;
  for await (const rows of rowBatches(ParticipantModel, { cycleId, ...RATED }, { fields }))
    for (const row of rows) tally.add(row);
  return tally.report();
}

import { rowBatches } from '../../db/batches';
import { setOrCreate } from '../../db/set-or-create';
import { cycleSums } from '../../evaluation/cycles/cycle-sums.store';
import type { Cycle } from '../../evaluation/cycles/cycle.model';
import { ParticipantModel } from '../../evaluation/participants/participant.model';
import { LISTED, SUBMITTED_STATUS } from '../../evaluation/participants/participation.store';
import { type CycleStatisticsRow, CycleStatisticsModel } from './cycle-statistics.model';
import { type CycleStatistics, CycleStatisticsTally } from './cycle-statistics.rules';

/** Submitted evaluations, including those about subjects who have left: they also show how an evaluator rates. */
export const RATED = { ...SUBMITTED_STATUS, ...LISTED };

/**
 * The statistics of a cycle. They are kept, since they take all of its evaluations to count, and counted again when a subject's
 * figures have changed since: two queries when they are kept (docs/adr/0053).
 */
export async function readCycleStatistics({ _id: cycleId }: Pick<Cycle, '_id'>): Promise<CycleStatistics> {
  // Read before the scores: what changes during the count is counted at the next look.
  const stamp = String((await cycleSums([cycleId]))(cycleId).changes);
  const kept = await CycleStatisticsModel.findOne({ cycleId }).lean<CycleStatisticsRow>();
  if (kept?.stamp === stamp) return kept.statistics;
  const statistics = await countStatistics(cycleId);
  await setOrCreate(CycleStatisticsModel, { cycleId }, { stamp, statistics });
  return statistics;
}

/** Counts the statistics of a cycle in one pass over its submitted evaluations. */
async function countStatistics(cycleId: string): Promise<CycleStatistics> {
  const tally = new CycleStatisticsTally();
  const fields = ['subjectId', 'evaluatorId', 'evaluatorType', 'score'] as const;
  for await (const rows of rowBatches(ParticipantModel, { cycleId, ...RATED }, { fields }))
    for (const row of rows) tally.add(row);
  return tally.report();
}

import { LRUCache } from 'lru-cache';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { cycleSums, participantSums } from '../../shared/evaluation/cycles/cycle-sums.store';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { shownGaps } from '../../shared/evaluation/cycles/cycle.store';
import { GapModel } from '../../shared/insight/gaps/gap.model';

export interface TrendPoint {
  cycle: Cycle;
  participants: number;
  submitted: number;
  /** Mean of all gap levels of its last gap run, unrounded; null while it shows no gaps. */
  averageGap: number | null;
}

const MAX_CYCLES = 8;
const GENERATED = [CycleStatus.Open, CycleStatus.InProgress, CycleStatus.Closed, CycleStatus.Archived];

/** Means by gap run, whose rows never change. */
const means = new LRUCache<string, { mean: number | null }>({ max: 500 });

/** Returns the latest opened cycles in the order of creation, with participation and gaps; at most three queries. */
export async function cycleTrend(): Promise<TrendPoint[]> {
  const cycles = await CycleModel.find({ status: { $in: GENERATED } })
    .sort({ createdAt: -1, _id: 1 })
    .limit(MAX_CYCLES)
    .lean<Cycle[]>();
  const runIds = cycles.map((cycle) => shownGaps(cycle).runId);
  const [sumsOf, meanOf] = await Promise.all([cycleSums(cycles.map(({ _id }) => _id)), averageGaps(runIds)]);
  return cycles
    .map((cycle, at) => {
      const { total, submitted } = participantSums(sumsOf(cycle._id));
      return { cycle, participants: total, submitted, averageGap: meanOf(runIds[at] ?? null) };
    })
    .reverse();
}

async function averageGaps(runIds: readonly (string | null)[]): Promise<(runId: string | null) => number | null> {
  const asked = runIds.filter((runId) => runId !== null);
  const unknown = asked.filter((runId) => !means.has(runId));
  if (unknown.length > 0) {
    const groups = await GapModel.aggregate<{ _id: string; mean: number }>([
      { $match: { runId: { $in: unknown } } },
      { $group: { _id: '$runId', mean: { $avg: '$gapLevel' } } },
    ]);
    for (const runId of unknown) means.set(runId, { mean: groups.find(({ _id }) => _id === runId)?.mean ?? null });
  }
  return (runId) => (runId === null ? null : (means.get(runId)?.mean ?? null));
}

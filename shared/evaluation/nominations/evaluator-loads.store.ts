import { invalid } from '../../kernel/errors';
import type { CycleSettings } from '../cycles/cycle-settings.rules';
import type { Cycle } from '../cycles/cycle.model';
import { ParticipantModel } from '../participants/participant.model';
import { NOT_WITHDRAWN } from '../participants/participation.store';
import { fullEvaluator, isFull } from './nomination.rules';

/**
 * Returns the number of evaluations that employees write in a cycle, of every type, including submitted and excluding
 * withdrawn ones; of everyone when no employee is named. One query.
 */
export async function evaluatorLoads(
  cycleId: string,
  evaluatorIds?: readonly string[],
): Promise<(id: string) => number> {
  if (evaluatorIds?.length === 0) return () => 0;
  const among = evaluatorIds ? { evaluatorId: { $in: [...new Set(evaluatorIds)] } } : {};
  const rows = await ParticipantModel.aggregate<{ _id: string; load: number }>([
    { $match: { ...among, cycleId, ...NOT_WITHDRAWN } },
    { $group: { _id: '$evaluatorId', load: { $sum: 1 } } },
  ]);
  const loads = new Map(rows.map(({ _id, load }) => [_id, load]));
  return (id) => loads.get(id) ?? 0;
}

/**
 * Throws VALIDATION on `evaluatorId` when the employee has as many evaluations as the cycle allows. Call it in a
 * transaction after `serializeEmployeeChanges`, so that concurrent assignments see each other.
 */
export async function assertNotFull(
  { _id, settings }: Pick<Cycle, '_id'> & { settings: Pick<CycleSettings, 'maxEvaluations'> },
  evaluatorId: string,
): Promise<void> {
  if (typeof settings.maxEvaluations !== 'number') return;
  const loadOf = await evaluatorLoads(_id, [evaluatorId]);
  if (isFull(loadOf(evaluatorId), settings)) throw invalid({ field: 'evaluatorId', ...fullEvaluator(settings) });
}

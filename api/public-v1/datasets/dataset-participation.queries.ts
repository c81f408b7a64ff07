import { participantSums, partSums } from '../../../shared/evaluation/cycles/cycle-sums.store';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { EVALUATOR_TYPES } from '../../../shared/framework/evaluator-type';
import { toInstant } from '../../../shared/kernel/clock';
import { type Changes, isAmong, newest } from '../changes';
import { readReferences } from '../reference-rows.queries';
import { type ParticipationRowV1, toParticipationRowV1 } from './dataset-participation.dto';

export const PARTICIPATION_SOURCES = [CycleModel, EvaluationModel, DepartmentModel] as const;

/**
 * The rows of the dataset participation of these cycles, a batch for each cycle, from the stored figures of the cycle: one query, and
 * with `updatedSince` one over its evaluations that have changed since.
 */
export async function* participationRows(
  cycles: readonly Cycle[],
  changes: Changes,
): AsyncGenerator<ParticipationRowV1[]> {
  const references = await readReferences();
  for (const cycle of cycles) {
    const [parts, evaluationChangedAt] = await Promise.all([
      partSums(cycle._id),
      changes.since === null ? new Map<string | null, Date>() : lastChanges(cycle._id, changes.since),
    ]);
    yield parts.flatMap(({ departmentId, sums }) => {
      const department = references.department(departmentId);
      const changedAt = newest(cycle.updatedAt, department?.updatedAt, evaluationChangedAt.get(departmentId));
      if (!isAmong(changes, changedAt)) return [];
      const place = { cycle, departmentId, department: department?.name ?? null };
      return EVALUATOR_TYPES.map((evaluatorType) => ({ evaluatorType, ...participantSums(sums, [evaluatorType]) }))
        .filter(({ total }) => total > 0)
        .map((figure) => toParticipationRowV1({ ...place, ...figure }))
        .map((row) => (changes.since === null ? row : { ...row, updatedAt: toInstant(changedAt) }));
    });
  }
}

/** When an evaluation of each department was last changed, if after `since`. */
async function lastChanges(cycleId: string, since: Date): Promise<Map<string | null, Date>> {
  const groups = await EvaluationModel.aggregate<{ _id: string | null; at: Date }>([
    { $match: { cycleId, updatedAt: { $gte: since } } },
    { $group: { _id: '$departmentId', at: { $max: '$updatedAt' } } },
  ]);
  return new Map(groups.map(({ _id, at }) => [_id, at]));
}

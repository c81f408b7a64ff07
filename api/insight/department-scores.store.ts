import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { COUNTED_SUBJECTS } from '../../shared/evaluation/participants/participation.store';
import type { DepartmentScores } from '../../shared/insight/department-scores';
import { subjectBatches } from '../../shared/insight/subjects.store';
import { SCORED_FIELDS, subjectScore } from './subject-scores.rules';

/** Returns the scores of a cycle by department; one query. While new weights are applied, the scores already reflect them. */
export async function departmentScores(cycle: Cycle): Promise<DepartmentScores[]> {
  if (cycle.rescoring !== null) return countedScores(cycle);
  const groups = await EvaluationModel.aggregate<{ _id: string | null; scored: number; mean: number | null }>([
    { $match: { cycleId: cycle._id, ...COUNTED_SUBJECTS } },
    {
      $group: {
        _id: '$departmentId',
        scored: { $sum: { $cond: [{ $eq: ['$effective', null] }, 0, 1] } },
        mean: { $avg: '$effective' },
      },
    },
  ]);
  return groups.map(({ _id, scored, mean }) => ({ departmentId: _id, scored, mean }));
}

async function countedScores(cycle: Cycle): Promise<DepartmentScores[]> {
  const sums = new Map<string | null, { scored: number; sum: number }>();
  for await (const batch of subjectBatches(cycle._id, {}, [...SCORED_FIELDS, 'departmentId']))
    for (const { evaluation } of batch) {
      const { effective } = subjectScore(cycle, evaluation);
      const { scored, sum } = sums.get(evaluation.departmentId) ?? { scored: 0, sum: 0 };
      const isScored = effective !== null;
      sums.set(evaluation.departmentId, { scored: scored + (isScored ? 1 : 0), sum: sum + (effective ?? 0) });
    }
  return [...sums].map(([departmentId, { scored, sum }]) => ({
    departmentId,
    scored,
    mean: scored === 0 ? null : sum / scored,
  }));
}

import { rowBatches } from '../../../shared/db/batches';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { type Evaluation, EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { subjectCounts } from '../../../shared/evaluation/participants/participation.rules';
import { SCORED_FIELDS } from '../../../shared/insight/subject-scores.rules';
import type { Changes } from '../changes';
import { DELETED_TOO } from '../reference-rows.queries';

const EVALUATION_FIELDS = [
  'subjectId',
  'subject',
  'departmentId',
  'jobProfileId',
  'updatedAt',
  ...SCORED_FIELDS,
] as const;

/** A subject of a cycle with what its employee is called today; who has no rows any more is told by `isGoneFromDatasets`. */
export type DatasetEvaluation = Pick<Evaluation, (typeof EVALUATION_FIELDS)[number]>;

/** The cycle that was asked for, or all of them, the oldest first; deleted ones when deletions are wanted. Throws NOT_FOUND. */
export async function datasetCycles(cycleId: string | undefined, { includeDeleted }: Changes): Promise<Cycle[]> {
  if (cycleId !== undefined) return [await findCycle(cycleId)];
  return CycleModel.find(includeDeleted ? DELETED_TOO : {})
    .sort({ createdAt: 1, _id: 1 })
    .lean<Cycle[]>()
    .exec();
}

/**
 * The evaluations of a cycle, batch by batch: one pass over one collection. With `from` by the ids of their subjects, from this
 * one on.
 */
export function evaluationBatches(cycleId: string, from?: string): AsyncGenerator<DatasetEvaluation[]> {
  const reading = { fields: EVALUATION_FIELDS };
  if (from === undefined) return rowBatches(EvaluationModel, { cycleId }, reading);
  const inOrder = { cycleId, subjectId: { $gte: from } };
  return rowBatches(EvaluationModel, inOrder, { ...reading, sort: { cycleId: 1, subjectId: 1 } });
}

/** True when a subject has no rows: the employee was deleted, or left before the cycle was over. */
export function isGoneFromDatasets(evaluation: DatasetEvaluation): boolean {
  return !subjectCounts(evaluation);
}

import type { QueryFilter } from 'mongoose';
import { rowBatches, rowsByKey } from '../../../shared/db/batches';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { type Evaluation, EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { subjectCounts } from '../../../shared/evaluation/participants/participation.rules';
import { SCORED_FIELDS } from '../../insight/subject-scores.rules';
import { type Changes, newest } from '../changes';
import { DELETED_TOO, type References } from '../reference-rows.queries';

const EVALUATION_FIELDS = [
  'subjectId',
  'subject',
  'departmentId',
  'jobProfileId',
  'updatedAt',
  ...SCORED_FIELDS,
] as const;

/** A subject of a cycle with the employee's current name; see `isGoneFromDatasets` for one without rows. */
export type DatasetEvaluation = Pick<Evaluation, (typeof EVALUATION_FIELDS)[number]>;

/**
 * Returns the requested cycle, or all of them, oldest first; includes deleted ones when deletions are requested. Throws
 * NOT_FOUND.
 */
export async function datasetCycles(cycleId: string | undefined, { includeDeleted }: Changes): Promise<Cycle[]> {
  if (cycleId !== undefined) return [await findCycle(cycleId)];
  return CycleModel.find(includeDeleted ? DELETED_TOO : {})
    .sort({ createdAt: 1, _id: 1 })
    .lean<Cycle[]>()
    .exec();
}

/** Which subjects of a cycle are read, by their ids. */
export interface SubjectReading {
  /** The id of the first one to read. */
  from: string;
  /** How many are taken. */
  take?: number | undefined;
  /** Filter of the subjects; undefined: all rows. */
  where?: QueryFilter<Evaluation>;
  /** Only those whose evaluation was changed before. */
  until?: Date | undefined;
}

/** Yields the evaluations of a cycle in batches: one pass over one collection. With `reading` by the ids of their subjects. */
export function evaluationBatches(
  cycleId: string,
  reading?: SubjectReading,
  changed: QueryFilter<Evaluation> = {},
): AsyncGenerator<DatasetEvaluation[]> {
  const [fields, filter] = [EVALUATION_FIELDS, { cycleId, ...changed }];
  if (!reading) return rowBatches(EvaluationModel, filter, { fields });
  const { from, take, where = {}, until } = reading;
  const narrowed = { ...filter, ...(until ? { updatedAt: { $lt: until } } : {}), $and: [where] };
  return rowsByKey(EvaluationModel, narrowed, { fields, key: ['subjectId'], from: [from], take });
}

/** Returns a filter for the evaluations that `subjectChangedAt` may date at or after `since`. */
export function changedEvaluations(
  { updatedAt }: Cycle,
  { since }: Changes,
  references: References,
): QueryFilter<Evaluation> {
  if (since === null || updatedAt >= since) return {};
  const { departmentIds, jobProfileIds } = references.changedSince(since);
  return {
    $or: [
      { updatedAt: { $gte: since } },
      { departmentId: { $in: departmentIds } },
      { jobProfileId: { $in: jobProfileIds } },
    ],
  };
}

/** Returns when a source of a subject's row last changed. */
export function subjectChangedAt(cycle: Cycle, evaluation: DatasetEvaluation, references: References): Date {
  return newest(
    evaluation.updatedAt,
    cycle.updatedAt,
    references.department(evaluation.departmentId)?.updatedAt,
    references.jobProfile(evaluation.jobProfileId)?.updatedAt,
  );
}

/** True when a subject has no rows: the employee was deleted, or left before the cycle was over. */
export function isGoneFromDatasets(evaluation: DatasetEvaluation): boolean {
  return !subjectCounts(evaluation);
}

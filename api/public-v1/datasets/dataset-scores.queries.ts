import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { toInstant } from '../../../shared/kernel/clock';
import { subjectScore } from '../../insight/subject-scores.rules';
import { type Changes, isAmong } from '../changes';
import { type DeletedSubjectV1, toDeletedSubjectV1 } from '../changes.dto';
import { readReferences, type References } from '../reference-rows.queries';
import { type ScoreRowV1, toScoreRowV1 } from './dataset-scores.dto';
import {
  changedEvaluations,
  type DatasetEvaluation,
  evaluationBatches,
  isGoneFromDatasets,
  subjectChangedAt,
  type SubjectReading,
} from './dataset-subjects.queries';

/** The sources of the dataset scores; an evaluation is written when its subject is renamed, or an evaluator answers. */
export const SCORE_SOURCES = [CycleModel, EvaluationModel, DepartmentModel, JobProfileModel] as const;

/** Yields the rows of the dataset scores of these cycles: one pass over the evaluations, two queries before it. */
export async function* scoreRows(
  cycles: readonly Cycle[],
  changes: Changes,
  reading?: SubjectReading,
): AsyncGenerator<(ScoreRowV1 | DeletedSubjectV1)[]> {
  const references = await readReferences();
  for (const cycle of cycles)
    for await (const evaluations of evaluationBatches(
      cycle._id,
      reading,
      changedEvaluations(cycle, changes, references),
    ))
      yield evaluations.flatMap((evaluation) => datasetRow(cycle, evaluation, references, changes));
}

function datasetRow(
  cycle: Cycle,
  evaluation: DatasetEvaluation,
  references: References,
  changes: Changes,
): (ScoreRowV1 | DeletedSubjectV1)[] {
  const changedAt = subjectChangedAt(cycle, evaluation, references);
  if (!isAmong(changes, changedAt)) return [];
  if (cycle.isDeleted || isGoneFromDatasets(evaluation))
    return changes.includeDeleted ? [toDeletedSubjectV1(cycle._id, evaluation.subjectId, changedAt)] : [];
  const row = toScoreRowV1(cycle, evaluation, subjectScore(cycle, evaluation), references);
  return [changes.since === null ? row : { ...row, updatedAt: toInstant(changedAt) }];
}

import { type Cycle, CycleModel } from '../../shared/evaluation/cycle.model';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../shared/evaluation/participant.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { type SubjectScore, subjectScores } from '../../shared/insight/subject-scores.store';
import { toInstant } from '../../shared/kernel/clock';
import { DepartmentModel } from '../../shared/people/department.model';
import { EmployeeModel } from '../../shared/people/employee.model';
import { type Changes, isAmong, newest } from './changes';
import { type DeletedSubjectV1, toDeletedSubjectV1 } from './changes.dto';
import {
  type DatasetEvaluation,
  type DatasetSubject,
  evaluationBatches,
  withEmployees,
} from './dataset-subjects.queries';
import { type ScoreRowV1, toScoreRowV1 } from './dataset-scores.dto';
import { readReferences, type References } from './reference-rows.queries';

/** What the dataset scores is made of. */
export const SCORE_SOURCES = [
  CycleModel,
  EvaluationModel,
  ParticipantModel,
  EmployeeModel,
  DepartmentModel,
  JobProfileModel,
] as const;

/** Subjects whose scores are read together: their participants are then read in one pass, and wait as a few sums each. */
const SUBJECTS_AT_ONCE = 20_000;
const ROWS_PER_BATCH = 500;

/** The rows of the dataset scores of these cycles, batch by batch; one query a batch, and two for each 20,000 subjects. */
export async function* scoreRows(
  cycles: readonly Cycle[],
  changes: Changes,
): AsyncGenerator<(ScoreRowV1 | DeletedSubjectV1)[]> {
  const references = await readReferences();
  for (const cycle of cycles)
    for await (const evaluations of gathered(evaluationBatches(cycle._id))) {
      const scores = await subjectScores(cycle, evaluations);
      for await (const subjects of readAhead(inBatches(evaluations)))
        yield subjects.flatMap((subject) => {
          const score = scores.get(subject.employee._id);
          return score ? datasetRow(cycle, subject, score, references, changes) : [];
        });
    }
}

/** The first batch at once, so that its rows leave soon, and then as many as are read together. */
async function* gathered(batches: AsyncIterable<DatasetEvaluation[]>): AsyncGenerator<DatasetEvaluation[]> {
  let waiting: DatasetEvaluation[] = [];
  let isFirst = true;
  for await (const batch of batches) {
    waiting.push(...batch);
    if (!isFirst && waiting.length < SUBJECTS_AT_ONCE) continue;
    yield waiting;
    waiting = [];
    isFirst = false;
  }
  if (waiting.length > 0) yield waiting;
}

async function* inBatches(evaluations: readonly DatasetEvaluation[]): AsyncGenerator<DatasetSubject[]> {
  for (let start = 0; start < evaluations.length; start += ROWS_PER_BATCH)
    yield withEmployees(evaluations.slice(start, start + ROWS_PER_BATCH));
}

/** Reads the next batch while the one before it is written. */
async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const result = await next;
      if (result.done === true) return;
      next = iterator.next();
      next.catch(() => undefined); // told when its turn comes
      yield result.value;
    }
  } finally {
    await next.catch(() => undefined); // a reader that left must not leave a query behind
    await iterator.return?.();
  }
}

function datasetRow(
  cycle: Cycle,
  subject: DatasetSubject,
  score: SubjectScore,
  references: References,
  changes: Changes,
): (ScoreRowV1 | DeletedSubjectV1)[] {
  const changedAt = subjectChangedAt(cycle, subject, score, references);
  if (!isAmong(changes, changedAt)) return [];
  if (cycle.isDeleted || subject.employee.isDeleted)
    return changes.includeDeleted ? [toDeletedSubjectV1(cycle._id, subject.employee._id, changedAt)] : [];
  const row = toScoreRowV1(cycle, subject, score, references);
  return [changes.since === null ? row : { ...row, updatedAt: toInstant(changedAt) }];
}

/** When something was changed last that a subject's row is made of. */
export function subjectChangedAt(
  cycle: Cycle,
  { evaluation, employee }: DatasetSubject,
  score: Pick<SubjectScore, 'changedAt'>,
  references: References,
): Date {
  return newest(
    evaluation.updatedAt,
    employee.updatedAt,
    cycle.updatedAt,
    score.changedAt,
    references.department(evaluation.departmentId)?.updatedAt,
    references.jobProfile(evaluation.jobProfileId)?.updatedAt,
  );
}

import { type Cycle, CycleModel } from '../../shared/evaluation/cycle.model';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../shared/evaluation/participant.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { type SubjectScore, subjectScores } from '../../shared/insight/subject-scores.store';
import { toInstant } from '../../shared/kernel/clock';
import { DepartmentModel } from '../../shared/people/department.model';
import { EmployeeModel } from '../../shared/people/employee.model';
import { readAhead } from '../http/json-rows';
import { type Changes, isAmong, newest } from './changes';
import { type DeletedSubjectV1, toDeletedSubjectV1 } from './changes.dto';
import { type DatasetSubject, subjectBatches } from './dataset-subjects.queries';
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

/** The rows of the dataset scores of these cycles, batch by batch; two queries a batch. */
export async function* scoreRows(
  cycles: readonly Cycle[],
  changes: Changes,
): AsyncGenerator<(ScoreRowV1 | DeletedSubjectV1)[]> {
  const references = await readReferences();
  for (const cycle of cycles)
    for await (const subjects of readAhead(subjectBatches(cycle._id))) {
      const scores = await subjectScores(
        cycle,
        subjects.map(({ evaluation }) => evaluation),
      );
      yield subjects.flatMap((subject) => {
        const score = scores.get(subject.employee._id);
        return score ? datasetRow(cycle, subject, score, references, changes) : [];
      });
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

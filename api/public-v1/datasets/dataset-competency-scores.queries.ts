import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { SUBMITTED_STATUS } from '../../../shared/evaluation/participants/participation.store';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { requirementNames } from '../../../shared/framework/requirement-names.store';
import { cycleContent } from '../../../shared/insight/cycles.store';
import { ANSWERED_FIELDS, type AnsweredRow } from '../../../shared/insight/gaps/gap-levels.store';
import { requirementItems } from '../../../shared/insight/gaps/gap.rules';
import { toInstant } from '../../../shared/kernel/clock';
import { groupBy } from '../../../shared/kernel/group-by';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import { type Changes, isAmong } from '../changes';
import { type DeletedSubjectV1, toDeletedSubjectV1 } from '../changes.dto';
import { readReferences } from '../reference-rows.queries';
import { competencyScores } from './competency-scores.rules';
import { type CompetencyScoreRowV1, toCompetencyScoreRowV1 } from './dataset-competency-scores.dto';
import {
  changedEvaluations,
  type DatasetEvaluation,
  evaluationBatches,
  isGoneFromDatasets,
  subjectChangedAt,
  type SubjectReading,
} from './dataset-subjects.queries';

/** The sources of the dataset competency-scores; answers are written together with the evaluation of their subject. */
export const COMPETENCY_SCORE_SOURCES = [CycleModel, EvaluationModel, DepartmentModel, JobProfileModel] as const;

/** Subjects per batch, each with some hundred answers in memory. */
const SUBJECTS_AT_ONCE = 250;

/**
 * The rows of the dataset competency-scores of these cycles, subjects by id: one pass over the evaluations, and two queries for
 * each batch of subjects. Groups below the anonymity minimum have no row.
 */
export async function* competencyScoreRows(
  cycles: readonly Cycle[],
  changes: Changes,
  reading: SubjectReading = { from: '' },
): AsyncGenerator<(CompetencyScoreRowV1 | DeletedSubjectV1)[]> {
  const [references, nameOf, tenant] = await Promise.all([readReferences(), requirementNames(), currentTenant()]);
  const minimum = tenant.settings.anonymityMinimum;
  for (const cycle of cycles) {
    if (!changes.includeDeleted && !(await hasSubmissions(cycle._id))) continue;
    const scoring = { items: requirementItems(await cycleContent(cycle)), weights: cycle.settings.weights, minimum };
    const subjects = { ...reading, take: SUBJECTS_AT_ONCE };
    const changedRows = changedEvaluations(cycle, changes, references);
    for await (const evaluations of evaluationBatches(cycle._id, subjects, changedRows)) {
      const changed = evaluations
        .map((evaluation) => ({ evaluation, changedAt: subjectChangedAt(cycle, evaluation, references) }))
        .filter(({ changedAt }) => isAmong(changes, changedAt));
      const shown = changed.filter(({ evaluation }) => !cycle.isDeleted && !isGoneFromDatasets(evaluation));
      const { answersOf, requiredLevelOf } = await answersAbout(
        cycle._id,
        shown.map(({ evaluation }) => evaluation),
      );
      const gone = changes.includeDeleted ? changed.filter((subject) => !shown.includes(subject)) : [];
      yield [
        ...shown.flatMap(({ evaluation, changedAt }) =>
          competencyScores(answersOf(evaluation.subjectId), scoring).map((score) => {
            const row = toCompetencyScoreRowV1(score, {
              cycle,
              evaluation,
              references,
              competency: nameOf(score.requirementId),
              requiredLevel: requiredLevelOf(evaluation.subjectId, score.requirementId),
            });
            return changes.since === null ? row : { ...row, updatedAt: toInstant(changedAt) };
          }),
        ),
        ...gone.map(({ evaluation, changedAt }) => toDeletedSubjectV1(cycle._id, evaluation.subjectId, changedAt)),
      ];
    }
  }
}

/** Without them a cycle has no row, however many subjects it has. */
async function hasSubmissions(cycleId: string): Promise<boolean> {
  return (await ParticipantModel.exists({ cycleId, ...SUBMITTED_STATUS })) !== null;
}

/** Reads the submitted answers about these subjects of a cycle, and the levels that the job profiles of those with answers required. */
async function answersAbout(
  cycleId: string,
  evaluations: readonly DatasetEvaluation[],
): Promise<{
  answersOf: (subjectId: string) => readonly AnsweredRow[];
  requiredLevelOf: (subjectId: string, requirementId: string) => number | null;
}> {
  const subjectIds = evaluations.map(({ subjectId }) => subjectId);
  const answered =
    subjectIds.length === 0
      ? []
      : await ParticipantModel.find({ cycleId, subjectId: { $in: subjectIds }, ...SUBMITTED_STATUS })
          .select(ANSWERED_FIELDS)
          .lean<AnsweredRow[]>();
  const answers = groupBy(answered, ({ subjectId }) => subjectId);
  const snapshots =
    answers.size === 0
      ? []
      : await EvaluationModel.find({ cycleId, subjectId: { $in: [...answers.keys()] } })
          .select({ _id: 0, subjectId: 1, 'requirements.requirementId': 1, 'requirements.requiredLevel': 1 })
          .lean<Pick<Evaluation, 'subjectId' | 'requirements'>[]>();
  const requirements = new Map(snapshots.map((snapshot) => [snapshot.subjectId, snapshot.requirements]));
  return {
    answersOf: (subjectId) => answers.get(subjectId) ?? [],
    requiredLevelOf: (subjectId, requirementId) =>
      requirements.get(subjectId)?.find((required) => required.requirementId === requirementId)?.requiredLevel ?? null,
  };
}

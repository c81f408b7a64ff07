import { bulkInsert, type NewRow } from '../../shared/db/bulk';
import { inTransaction } from '../../shared/db/transaction';
import { DEFAULT_CYCLE_SETTINGS } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { CycleModel, GapsState } from '../../shared/evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import {
  type Participant,
  ParticipantModel,
  ParticipantOrigin,
} from '../../shared/evaluation/participants/participant.model';
import { Presence } from '../../shared/evaluation/participants/presence';
import { updateTallies } from '../../shared/evaluation/subject-tally.store';
import { CompetencyModel } from '../../shared/framework/competency.model';
import { EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { ItemType } from '../../shared/framework/template.rules';
import { now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';

/** A framework of competencies, one profile that asks for all of them, and a template with an item for each. */
export interface BenchFramework {
  competencyIds: string[];
  jobProfileId: string;
  templateId: string;
}

/** The id of an item of the template by its place. */
export const itemIdAt = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

/** Creates the framework in the tenant of the context. */
export async function makeFramework(competencies: number): Promise<BenchFramework> {
  const competencyIds = Array.from({ length: competencies }, newId);
  for (const [at, _id] of competencyIds.entries())
    await CompetencyModel.create({ _id, name: `Competency ${at}`, code: `C${at}`, levels: [] });
  const profile = await JobProfileModel.create({
    name: 'Profile',
    requirements: competencyIds.map((competencyId, at) => ({
      id: newId(),
      competencyId,
      skillId: null,
      requiredLevel: 2 + (at % 4),
      isCritical: at % 5 === 0,
    })),
  });
  const template = await EvaluationTemplateModel.create({
    name: 'Template',
    scale: { min: 1, max: 5, labels: [] },
    sections: [
      {
        id: newId(),
        title: 'Section',
        items: competencyIds.map((competencyId, at) => ({
          id: itemIdAt(at),
          text: `Item ${at}`,
          type: ItemType.Rating,
          competencyId,
          skillId: null,
          weight: 1,
          required: true,
          allowNotApplicable: false,
          evaluatorTypes: [],
          measuresPotential: false,
        })),
      },
    ],
  });
  return { competencyIds, jobProfileId: profile._id, templateId: template._id };
}

/** A cycle of the template; returns its id. */
export async function makeCycle(templateId: string, status = CycleStatus.Open): Promise<string> {
  const cycle = await CycleModel.create({
    name: 'Cycle',
    templateId,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    status,
    settings: DEFAULT_CYCLE_SETTINGS,
    gaps: { state: GapsState.None },
  });
  return cycle._id;
}

/** Evaluations of a cycle whose subjects answered about themselves and whose manager did too. */
export async function makeAnswers(
  cycleId: string,
  subjects: readonly string[],
  framework: BenchFramework,
): Promise<void> {
  const { competencyIds, jobProfileId } = framework;
  const requirements = competencyIds.map((requirementId, at) => ({
    requirementId,
    requirement: `Competency ${at}`,
    requiredLevel: 2 + (at % 4),
    isCritical: at % 5 === 0,
  }));
  await bulkInsert(
    EvaluationModel,
    subjects.map((subjectId): NewRow<Evaluation> => ({
      cycleId,
      subjectId,
      subject: { fullName: subjectId, email: subjectId, employeeCode: null },
      searchText: subjectId,
      effective: null,
      subjectPresence: Presence.Present,
      managerId: subjects[0] ?? null,
      managerRemoved: false,
      departmentId: null,
      jobProfileId,
      requirements,
      calibrated: null,
      calibratedAt: null,
      calibratedPotential: null,
      calibratedPotentialAt: null,
      hrPotential: null,
      hrPotentialAt: null,
    })),
  );
  const participant = (
    subjectId: string,
    evaluatorId: string,
    evaluatorType: EvaluatorType,
    seed: number,
  ): NewRow<Participant> => ({
    cycleId,
    subjectId,
    evaluatorId,
    evaluatorType,
    origin: ParticipantOrigin.Generation,
    status: ParticipantStatus.Submitted,
    evaluatorPresence: Presence.Present,
    subjectPresence: Presence.Present,
    answers: competencyIds.map((_id, at) => ({
      itemId: itemIdAt(at),
      score: 1 + ((seed + at) % 5),
      notApplicable: false,
      comment: null,
    })),
    score: 3,
    potential: null,
    startedAt: new Date(0),
    submittedAt: new Date(0),
    acknowledgedAt: null,
    reopenings: [],
  });
  const manager = newId();
  await bulkInsert(
    ParticipantModel,
    subjects.flatMap((subjectId, at) => [
      participant(subjectId, subjectId, EvaluatorType.Self, at),
      participant(subjectId, manager, EvaluatorType.Manager, at + 2),
    ]),
  );
  for (let start = 0; start < subjects.length; start += 1_000)
    await inTransaction(() => updateTallies(cycleId, subjects.slice(start, start + 1_000)));
}

/** Everyone answers alike by their type; the managers are stricter. */
export async function answerAll(cycleId: string, items: number): Promise<void> {
  for (const evaluatorType of Object.values(EvaluatorType)) {
    const score = evaluatorType === EvaluatorType.Manager ? 3 : 4;
    const answers = Array.from({ length: items }, (_none, at) => ({
      itemId: itemIdAt(at),
      score,
      notApplicable: false,
      comment: null,
    }));
    const submitted = { status: ParticipantStatus.Submitted, submittedAt: now(), startedAt: now() };
    await ParticipantModel.updateMany({ cycleId, evaluatorType }, { $set: { ...submitted, score, answers } });
  }
}

import { bulkInsert, type NewRow } from '../../shared/db/bulk';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycle.model';
import { preparedCycle } from '../../shared/evaluation/cycle.store';
import { type Evaluation, EvaluationModel, type RequirementSnapshot } from '../../shared/evaluation/evaluation.model';
import { type Participant, ParticipantModel, ParticipantOrigin } from '../../shared/evaluation/participant.model';
import { requirementSnapshots } from '../../shared/evaluation/requirement-snapshots.store';
import { EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { GenerateResult } from '../../shared/jobs/contract';
import { now } from '../../shared/kernel/clock';
import { conflict } from '../../shared/kernel/errors';
import { derivedId } from '../../shared/kernel/ids';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordJob } from '../job-audit';
import type { Run } from '../run-job';
import { newParticipant } from './participant-rows';

type Person = Pick<Employee, '_id' | 'managerId' | 'departmentId' | 'jobProfileId'>;
type Existing = Pick<Evaluation, '_id' | 'subjectId' | 'managerId'>;

/** What the generation knows before it writes; nothing is asked per employee. */
interface Known {
  cycleId: string;
  activeIds: ReadonlySet<string>;
  evaluations: Map<string, Existing>;
  /** Subjects who are asked for their own evaluation, and those whose manager is. */
  withSelf: ReadonlySet<string>;
  withManager: ReadonlySet<string>;
  requirementsOf: (jobProfileId: string | null) => RequirementSnapshot[];
  /** The id that this job gives to the evaluation of a subject: a run that was killed knows its own rows again. */
  idOf: (subjectId: string) => string;
}

const CHUNK = 1_000;

/**
 * Makes an evaluation with Self and, if there is an Active manager, Manager for every Active employee (spec 4.5). Run
 * again it adds what is missing; what an evaluation remembers of its generation stays, but for a manager it lacked.
 */
export async function generateEvaluations(run: Run<'evaluation.generate'>): Promise<GenerateResult> {
  const { cycle } = await preparedCycle(run.payload.cycleId);
  await fixTemplate(cycle);
  const people = await EmployeeModel.find({ status: EmployeeStatus.Active })
    .sort({ _id: 1 })
    .select('managerId departmentId jobProfileId')
    .lean<Person[]>();
  const known = await whatIsKnown(run.jobId, cycle._id, people);
  for (let start = 0; start < people.length; start += CHUNK) {
    const beforeChunk = (): Promise<void> => run.progress(start, people.length);
    await generateChunk(people.slice(start, start + CHUNK), known, beforeChunk);
  }
  const result = await report(known, people);
  const { evaluations, participants, created } = result;
  const about = { entityType: AuditEntity.Cycle, entityId: cycle._id };
  await recordJob(run, 'cycle.generated', about, { evaluations, participants, created });
  return result;
}

/** Freezes the template and binds the cycle to it, before the first row that relies on both. */
async function fixTemplate({ _id, templateId }: Cycle): Promise<void> {
  await EvaluationTemplateModel.updateOne({ _id: templateId, frozenAt: null }, { $set: { frozenAt: now() } });
  await CycleModel.updateOne({ _id, templateId, generatedAt: null }, { $set: { generatedAt: now() } });
  if (!(await CycleModel.exists({ _id, templateId, generatedAt: { $ne: null } })))
    throw conflict('The cycle was given another template at the same moment; generate its evaluations again.');
}

async function whatIsKnown(jobId: string, cycleId: string, people: readonly Person[]): Promise<Known> {
  const [evaluations, asked, requirementsOf] = await Promise.all([
    EvaluationModel.find({ cycleId }).select('subjectId managerId').lean<Existing[]>(),
    ParticipantModel.find({ cycleId, evaluatorType: { $in: [EvaluatorType.Self, EvaluatorType.Manager] } })
      .select('subjectId evaluatorType')
      .lean<Pick<Participant, 'subjectId' | 'evaluatorType'>[]>(),
    requirementSnapshots(people.map((person) => person.jobProfileId)),
  ]);
  const askedAs = (type: EvaluatorType): Set<string> =>
    new Set(asked.filter((one) => one.evaluatorType === type).map((one) => one.subjectId));
  return {
    cycleId,
    activeIds: new Set(people.map((person) => person._id)),
    evaluations: new Map(evaluations.map((one) => [one.subjectId, one])),
    withSelf: askedAs(EvaluatorType.Self),
    withManager: askedAs(EvaluatorType.Manager),
    requirementsOf,
    idOf: (subjectId) => derivedId(jobId, subjectId),
  };
}

async function generateChunk(people: readonly Person[], known: Known, beforeChunk: () => Promise<void>): Promise<void> {
  const missing = people.filter((person) => !known.evaluations.has(person._id));
  const { inserted } = await bulkInsert(
    EvaluationModel,
    missing.map((person) => newEvaluation(person, known)),
    { beforeChunk },
  );
  for (const { _id, subjectId, managerId } of inserted) known.evaluations.set(subjectId, { _id, subjectId, managerId });
  if (inserted.length < people.length) await completeExisting(people, known);
  await bulkInsert(
    ParticipantModel,
    people.flatMap((person) => missingParticipants(person._id, known)),
    { beforeChunk },
  );
}

/** Gives evaluations that lack a manager the present one, and reads what others have written meanwhile. */
async function completeExisting(people: readonly Person[], known: Known): Promise<void> {
  const { cycleId } = known;
  const late = people.filter(
    ({ _id, managerId }) =>
      managerId !== null && known.activeIds.has(managerId) && known.evaluations.get(_id)?.managerId === null,
  );
  if (late.length > 0)
    await EvaluationModel.bulkWrite(
      late.map(({ _id, managerId }) => ({
        updateOne: {
          filter: { cycleId, subjectId: _id, managerId: null },
          update: { $set: { managerId }, $inc: { revision: 1 } },
        },
      })),
    );
  const rows = await EvaluationModel.find({ cycleId, subjectId: { $in: people.map(({ _id }) => _id) } })
    .select('subjectId managerId')
    .lean<Existing[]>();
  for (const row of rows) known.evaluations.set(row.subjectId, row);
}

function newEvaluation(person: Person, { cycleId, requirementsOf, idOf }: Known): NewRow<Evaluation> {
  return {
    _id: idOf(person._id),
    cycleId,
    subjectId: person._id,
    managerId: person.managerId,
    departmentId: person.departmentId,
    jobProfileId: person.jobProfileId,
    requirements: requirementsOf(person.jobProfileId),
    calibrated: null,
    calibratedAt: null,
    calibratedPotential: null,
    calibratedPotentialAt: null,
    hrPotential: null,
    hrPotentialAt: null,
  };
}

function missingParticipants(subjectId: string, known: Known): NewRow<Participant>[] {
  const { cycleId, activeIds, withSelf, withManager } = known;
  const managerId = known.evaluations.get(subjectId)?.managerId ?? null;
  const origin = ParticipantOrigin.Generation;
  const self = { cycleId, subjectId, evaluatorId: subjectId, evaluatorType: EvaluatorType.Self, origin };
  const rows: NewRow<Participant>[] = withSelf.has(subjectId) ? [] : [newParticipant(self)];
  if (managerId !== null && activeIds.has(managerId) && !withManager.has(subjectId))
    rows.push(newParticipant({ ...self, evaluatorId: managerId, evaluatorType: EvaluatorType.Manager }));
  return rows;
}

async function report({ cycleId, evaluations, idOf }: Known, people: readonly Person[]): Promise<GenerateResult> {
  const [total, participants, skipped] = await Promise.all([
    EvaluationModel.countDocuments({ cycleId }),
    ParticipantModel.countDocuments({ cycleId }),
    EmployeeModel.countDocuments({ status: { $ne: EmployeeStatus.Active } }),
  ]);
  const created = people.filter(({ _id }) => evaluations.get(_id)?._id === idOf(_id)).length;
  return { evaluations: total, participants, created, existing: total - created, skipped };
}

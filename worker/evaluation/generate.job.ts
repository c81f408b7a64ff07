import { Mutex } from 'async-mutex';
import { bulkInsert, type NewRow } from '../../shared/db/bulk';
import { pickRows } from '../../shared/db/pick';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { subjectFilter } from '../../shared/evaluation/cycles/cycle-subjects.store';
import { cycleSums, countCycleChange, participantSums } from '../../shared/evaluation/cycles/cycle-sums.store';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { preparedCycle } from '../../shared/evaluation/cycles/cycle.store';
import { type Evaluation, EvaluationModel, type RequirementSnapshot } from '../../shared/evaluation/evaluation.model';
import {
  type Participant,
  ParticipantModel,
  ParticipantOrigin,
} from '../../shared/evaluation/participants/participant.model';
import { Presence } from '../../shared/evaluation/participants/presence';
import { withdrawLeavers } from '../../shared/evaluation/participants/presence.store';
import { subjectsWithoutManager } from '../../shared/evaluation/participants/without-manager.store';
import { requirementSnapshots } from '../../shared/evaluation/requirement-snapshots.store';
import { IDENTITY_FIELDS, subjectIdentity } from '../../shared/evaluation/subject-identity.rules';
import { type Scoring, tallySubject } from '../../shared/evaluation/subject-tally.rules';
import { countDifference, scoringOf, updateTallies } from '../../shared/evaluation/subject-tally.store';
import { EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { WRITES_AT_ONCE } from '../../shared/jobs/fence';
import type { GenerateResult } from '../../shared/jobs/generate-result';
import { now } from '../../shared/kernel/clock';
import { conflict } from '../../shared/kernel/errors';
import { derivedId } from '../../shared/kernel/ids';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { recordJob } from '../job-audit';
import { chunksOf, inLanes } from '../lanes';
import { askSubjects } from './ask-nominations';
import {
  assignManagers,
  MANAGER_ROW_FIELDS,
  type ManagerRow,
  managersToGive,
  replacementId,
} from './managers-of-cycle';
import { insertParticipants, newParticipant } from './participant-rows';
import { refreshDraft } from './refresh-draft';
import { removeSubjectsOutside } from './remove-subjects';

const PERSON_FIELDS = ['managerId', 'departmentId', 'jobProfileId', ...IDENTITY_FIELDS] as const;
type Person = Pick<Employee, '_id' | (typeof PERSON_FIELDS)[number]>;
type Existing = Pick<Evaluation, '_id' | 'subjectId' | 'subjectPresence' | 'managerId' | 'managerRemoved'>;
const EXISTING_FIELDS = 'subjectId subjectPresence managerId managerRemoved';

/** Everything that the generation reads before it writes, so that no employee needs a query. */
interface GenerationState {
  cycleId: string;
  /** The Active ones among the managers of these employees and evaluations. */
  activeIds: ReadonlySet<string>;
  evaluations: Map<string, Existing>;
  jobId: string;
  /** Subjects with a Self evaluation. */
  withSelf: ReadonlySet<string>;
  /** The Manager rows by subject. */
  managerRows: Map<string, ManagerRow>;
  /** Subjects whose manager this job has replaced. */
  replaced: Set<string>;
  isDraft: boolean;
  /** Subjects whose evaluation got the current facts from this job. */
  refreshed: Set<string>;
  /** Refreshing changes the row of the cycle: in turns, so that the lanes do not conflict. */
  refreshing: Mutex;
  requirementsOf: (jobProfileId: string | null) => RequirementSnapshot[];
  scoring: Scoring;
  /** The id that this job gives to the evaluation of a subject, so that a repeated run recognizes its own rows. */
  idOf: (subjectId: string) => string;
}

const CHUNK = 1_000;

/**
 * Creates an evaluation with Self and, if there is an Active manager, Manager for every Active employee. A repeated run
 * adds what is missing. An existing evaluation gets the current facts while the cycle is Draft; later it keeps its
 * snapshot, except for a manager who is missing or has left.
 */
export const generateEvaluations = defineJob({
  name: 'evaluation.generate',
  retry: CALCULATING,
  onFailed: null,
  run: generate,
});

async function generate(run: Run<'evaluation.generate'>): Promise<GenerateResult> {
  const { cycleId, subjectIds } = run.payload;
  const { cycle } = await preparedCycle(cycleId);
  await run.write(() => fixTemplate(cycle));
  const rule = cycle.settings.subjects ?? null;
  if (rule && !subjectIds) await removeSubjectsOutside(run, cycleId, rule);
  const chosen = subjectIds ? { status: EmployeeStatus.Active, _id: { $in: subjectIds } } : await subjectFilter(rule);
  const people = await EmployeeModel.find(chosen)
    .sort({ departmentId: 1, _id: 1 }) // so that a transaction changes the figures of few departments
    .select([...PERSON_FIELDS])
    .readConcern('snapshot')
    .lean<Person[]>();
  const state = await loadGenerationState(run.jobId, cycle, people);
  await inLanes(chunksOf(people, CHUNK), WRITES_AT_ONCE, ({ before, chunk }) =>
    generateChunk(run, chunk, state, { before, total: people.length }),
  );
  await run.write(() => withdrawLeavers(cycle._id));
  await askSubjects(run, cycle._id);
  const result = await report(state, people);
  const { evaluations, participants, created, refreshed, replaced } = result;
  const about = { entityType: AuditEntity.Cycle, entityId: cycle._id };
  recordJob(run, 'cycle.generated', about, { evaluations, participants, created, refreshed, replaced });
  return result;
}

/** Freezes the template and fixes it for the cycle, before the first row that relies on both. */
async function fixTemplate({ _id, templateId }: Cycle): Promise<void> {
  await EvaluationTemplateModel.updateOne({ _id: templateId, frozenAt: null }, { $set: { frozenAt: now() } });
  await CycleModel.updateOne({ _id, templateId, generatedAt: null }, { $set: { generatedAt: now() } });
  if (!(await CycleModel.exists({ _id, templateId, generatedAt: { $ne: null } })))
    throw conflict(refusal('TEMPLATE_CHANGED_DURING_GENERATION'));
}

async function loadGenerationState(
  jobId: string,
  { _id: cycleId, status }: Cycle,
  people: readonly Person[],
): Promise<GenerationState> {
  const [evaluations, participants, requirementsOf, scoring] = await Promise.all([
    EvaluationModel.find({ cycleId }).select(EXISTING_FIELDS).lean<Existing[]>(),
    ParticipantModel.find({ cycleId, evaluatorType: { $in: [EvaluatorType.Self, EvaluatorType.Manager] } })
      .select(MANAGER_ROW_FIELDS)
      .lean<(ManagerRow & Pick<Participant, 'evaluatorType'>)[]>(),
    requirementSnapshots(people.map((person) => person.jobProfileId)),
    scoringOf(cycleId),
  ]);
  const ofType = (type: EvaluatorType): typeof participants =>
    participants.filter(({ evaluatorType }) => evaluatorType === type);
  const managerRows = ofType(EvaluatorType.Manager);
  const isReplacement = ({ _id, subjectId }: ManagerRow): boolean => _id === replacementId(jobId, subjectId);
  return {
    jobId,
    cycleId,
    activeIds: await activeManagers(people, evaluations),
    evaluations: new Map(evaluations.map((evaluation) => [evaluation.subjectId, evaluation])),
    withSelf: new Set(ofType(EvaluatorType.Self).map(({ subjectId }) => subjectId)),
    managerRows: new Map(managerRows.map((row) => [row.subjectId, row])),
    replaced: new Set(managerRows.filter(isReplacement).map(({ subjectId }) => subjectId)),
    isDraft: status === CycleStatus.Draft,
    refreshed: new Set(),
    refreshing: new Mutex(),
    requirementsOf,
    scoring,
    idOf: (subjectId) => derivedId(jobId, subjectId),
  };
}

async function activeManagers(
  people: readonly Person[],
  evaluations: readonly Existing[],
): Promise<ReadonlySet<string>> {
  const ids = new Set([...people, ...evaluations].flatMap(({ managerId }) => managerId ?? []));
  const active = await pickRows(EmployeeModel.find({ _id: { $in: [...ids] }, status: EmployeeStatus.Active }), '_id');
  return new Set(active.map(({ _id }) => _id));
}

async function generateChunk(
  run: Run<'evaluation.generate'>,
  people: readonly Person[],
  state: GenerationState,
  { before, total }: { before: number; total: number },
): Promise<void> {
  await run.progress(before, total);
  const missing = people.filter((person) => !state.evaluations.has(person._id));
  const inserted = await run.write(() => insertSubjects(missing, state));
  for (const evaluation of inserted) state.evaluations.set(evaluation.subjectId, evaluation);
  if (inserted.length === people.length) return;
  const isNew = new Set(inserted.map(({ subjectId }) => subjectId));
  const existing = people.filter(({ _id }) => !isNew.has(_id) && !isWithdrawnSubject(_id, state));
  await completeExisting(run, existing, state);
  const self = existing.filter(({ _id }) => !state.withSelf.has(_id)).map(({ _id }) => selfOf(_id, state));
  await insertParticipants(run, state.cycleId, EvaluatorType.Self, self, { before, total });
}

/** Whether HR withdrew the subject, whom a generation does not bring back. */
function isWithdrawnSubject(subjectId: string, { evaluations }: GenerationState): boolean {
  return evaluations.get(subjectId)?.subjectPresence === Presence.Withdrawn;
}

/** Inserts evaluations with their first participants, and adds them to the figures of the cycle; returns the new ones. */
async function insertSubjects(people: readonly Person[], state: GenerationState): Promise<Evaluation[]> {
  const { cycleId } = state;
  const participantsOf = new Map(people.map((person) => [person._id, firstParticipants(person, state)]));
  const rows = people.map((person) => newEvaluation(person, participantsOf.get(person._id) ?? [], state));
  const { inserted } = await bulkInsert(EvaluationModel, rows);
  const participants = inserted.flatMap(({ subjectId }) => participantsOf.get(subjectId) ?? []);
  const { duplicates } = await bulkInsert(ParticipantModel, participants);
  for (const { departmentId, tally } of inserted) countDifference(cycleId, departmentId, undefined, tally);
  if (inserted.length > 0) countCycleChange(cycleId);
  await updateTallies(
    cycleId,
    duplicates.map(({ row }) => row.subjectId),
  );
  return inserted;
}

/** Completes evaluations that existed before: refreshes those of a Draft, and adds the current manager if none can answer. */
async function completeExisting(
  run: Run<'evaluation.generate'>,
  people: readonly Person[],
  state: GenerationState,
): Promise<void> {
  const { cycleId, jobId, requirementsOf } = state;
  if (state.isDraft) {
    const { refreshed, withoutManagerRow } = await state.refreshing.runExclusive(() =>
      run.write(() => refreshDraft(jobId, cycleId, people, requirementsOf)),
    );
    for (const subjectId of refreshed) state.refreshed.add(subjectId);
    for (const subjectId of withoutManagerRow) state.managerRows.delete(subjectId);
  }
  const rows = await EvaluationModel.find({ cycleId, subjectId: { $in: people.map(({ _id }) => _id) } })
    .select(EXISTING_FIELDS)
    .lean<Existing[]>();
  for (const row of rows) state.evaluations.set(row.subjectId, row);
  const given = await managersToGive(cycleId, people, state);
  const replaced = await run.write(() => assignManagers(jobId, cycleId, given));
  for (const subjectId of replaced) state.replaced.add(subjectId);
}

function newEvaluation(
  person: Person,
  participants: readonly NewRow<Participant>[],
  { cycleId, requirementsOf, idOf, scoring }: GenerationState,
): NewRow<Evaluation> {
  const untouched = { subjectPresence: Presence.Present, calibrated: null, calibratedAt: null };
  return {
    _id: idOf(person._id),
    cycleId,
    subjectId: person._id,
    ...subjectIdentity(person),
    managerId: person.managerId,
    managerRemoved: false,
    departmentId: person.departmentId,
    jobProfileId: person.jobProfileId,
    requirements: requirementsOf(person.jobProfileId),
    ...untouched,
    calibratedPotential: null,
    calibratedPotentialAt: null,
    hrPotential: null,
    hrPotentialAt: null,
    ...tallySubject(participants, untouched, scoring),
  };
}

/** Returns Self, and the current manager if Active; see `completeExisting` for existing evaluations. */
function firstParticipants({ _id, managerId }: Person, state: GenerationState): NewRow<Participant>[] {
  const self = selfOf(_id, state);
  if (managerId === null || !state.activeIds.has(managerId)) return [self];
  return [self, { ...self, evaluatorId: managerId, evaluatorType: EvaluatorType.Manager }];
}

function selfOf(subjectId: string, { cycleId }: GenerationState): NewRow<Participant> {
  const origin = ParticipantOrigin.Generation;
  return newParticipant({ cycleId, subjectId, evaluatorId: subjectId, evaluatorType: EvaluatorType.Self, origin });
}

async function report(
  { cycleId, evaluations, idOf, refreshed, replaced }: GenerationState,
  people: readonly Person[],
): Promise<GenerateResult> {
  const [sumsOf, skipped, withoutManager] = await Promise.all([
    cycleSums([cycleId]),
    EmployeeModel.countDocuments({ status: { $ne: EmployeeStatus.Active } }),
    subjectsWithoutManager(cycleId),
  ]);
  const { subjects: total } = sumsOf(cycleId);
  const { total: participants } = participantSums(sumsOf(cycleId));
  const created = people.filter(({ _id }) => evaluations.get(_id)?._id === idOf(_id)).length;
  return {
    evaluations: total,
    participants,
    created,
    existing: total - created,
    skipped,
    refreshed: refreshed.size,
    replaced: replaced.size,
    withoutManager: withoutManager.map(({ subjectId, reason }) => ({ subjectId, reason })),
  };
}

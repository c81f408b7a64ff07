import { pickRow, pickRows } from '../../shared/db/pick';
import { namesById } from '../../shared/db/references';
import { answersAreWritable, CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { templateOfCycle } from '../../shared/evaluation/cycles/cycle.store';
import { GuestModel } from '../../shared/evaluation/guests/guest.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { isListedForEvaluator } from '../../shared/evaluation/participants/participation.rules';
import { LISTED_FOR_EVALUATOR } from '../../shared/evaluation/participants/participation.store';
import type { EvaluationTemplate } from '../../shared/framework/evaluation-template.model';
import { requirementNames } from '../../shared/framework/requirement-names.store';
import { translateTemplate } from '../../shared/framework/template-translation.rules';
import { translationsFor } from '../../shared/framework/template-translation.store';
import {
  contentForRequirements,
  dependsOnRequirements,
  requirementIdOf,
  templateItems,
} from '../../shared/framework/template.rules';
import { actor, type Context, context } from '../../shared/kernel/context';
import { enumerationFilter } from '../../shared/kernel/enumeration';
import { notFound } from '../../shared/kernel/errors';
import { EmployeeModel } from '../../shared/people/employee.model';
import { viewerLocale } from '../../shared/platform/accounts/viewer-locale.store';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { requirementLevels } from '../framework/requirement-levels.store';
import type { PageRequest } from '../http/pagination';
import {
  type MyEvaluationAnswers,
  type MyEvaluationRow,
  type MyEvaluationView,
  toEvaluationForm,
  toMyEvaluationAnswers,
  toMyEvaluationRow,
  toAnswerReaders,
} from './my-evaluations.dto';
import type { ParticipantRow } from './participants.dto';
import { WITHOUT_ANSWERS } from './participants.queries';
import { requirementsOf } from './subject-content.store';

/** An evaluation that the caller writes, and its cycle, which is not a Draft. */
export interface OwnEvaluation {
  row: Participant;
  cycle: Cycle;
}

/** Returns whose evaluations a caller writes: those of the caller's employee, or of the guest; null without either. */
export function callingEvaluator({ actor: user, guest }: Pick<Context, 'actor' | 'guest'> = context()): string | null {
  return user?.employeeId ?? guest?.id ?? null;
}

async function callerLocale(): Promise<string> {
  const { guest } = context();
  if (!guest) return viewerLocale(actor().userId);
  const locale = (await pickRow(GuestModel.findById(guest.id), 'locale'))?.locale;
  return locale ?? viewerLocale(null);
}

/**
 * Returns one page of the evaluations that the caller's employee, or the guest, writes, what can still be answered first; empty without
 * an employee.
 */
export async function listMyEvaluations(
  filter: { cycleId: string | undefined; status: string | undefined },
  { page, pageSize }: PageRequest,
): Promise<{ items: MyEvaluationRow[]; totalCount: number }> {
  const status = enumerationFilter(ParticipantStatus, filter.status, 'status');
  const evaluatorId = callingEvaluator();
  if (evaluatorId === null) return { items: [], totalCount: 0 };
  const cycles = await visibleCycles(evaluatorId, filter.cycleId);
  const rowFilter = {
    evaluatorId,
    cycleId: { $in: [...cycles.keys()] },
    ...LISTED_FOR_EVALUATOR,
    ...(status ? { status } : {}),
  };
  // The order follows the cycles, which are other rows: one evaluator's few are sorted here.
  const keys = await pickRows(ParticipantModel.find(rowFilter), 'cycleId', 'status', 'createdAt');
  const ids = keys
    .sort(byUrgency(cycles))
    .slice((page - 1) * pageSize, page * pageSize)
    .map(({ _id }) => _id);
  const rows = await ParticipantModel.find({ _id: { $in: ids } })
    .select(WITHOUT_ANSWERS)
    .lean<ParticipantRow[]>();
  const rowOf = new Map(rows.map((row) => [row._id, row]));
  const nameOf = await subjectNames(rows);
  const items = ids.flatMap((id) => {
    const row = rowOf.get(id);
    const cycle = row && cycles.get(row.cycleId);
    return cycle ? [toMyEvaluationRow(row, cycle, nameOf(row.subjectId))] : [];
  });
  return { items, totalCount: keys.length };
}

type OrderKey = Pick<Participant, '_id' | 'cycleId' | 'status' | 'createdAt'>;

/** Behind every date: what has no end is due last. */
const LAST_DATE = '9999-12-31';

/**
 * Compares by what an evaluator can do: what waits for answers, by the end of its cycle; what is submitted while the
 * cycle takes answers; what belongs to a cycle that is over. The newest is first among equals.
 */
function byUrgency(cycles: ReadonlyMap<string, Cycle>): (a: OrderKey, b: OrderKey) => number {
  const group = ({ cycleId, status }: OrderKey): number => {
    const cycle = cycles.get(cycleId);
    if (!cycle || !answersAreWritable(cycle.status)) return 2;
    return status === ParticipantStatus.InProgress ? 0 : 1;
  };
  const due = (key: OrderKey): string => (group(key) === 0 ? (cycles.get(key.cycleId)?.endDate ?? LAST_DATE) : '');
  return (a, b) =>
    group(a) - group(b) ||
    due(a).localeCompare(due(b)) ||
    b.createdAt.getTime() - a.createdAt.getTime() ||
    (a._id < b._id ? -1 : 1);
}

/** Returns the cycles in which this employee writes evaluations, without Drafts, by id. */
async function visibleCycles(evaluatorId: string, cycleId: string | undefined): Promise<Map<string, Cycle>> {
  const ids = await ParticipantModel.distinct('cycleId', {
    evaluatorId,
    ...LISTED_FOR_EVALUATOR,
    ...(cycleId === undefined ? {} : { cycleId }),
  });
  const cycles = await CycleModel.find({ _id: { $in: ids }, status: { $ne: CycleStatus.Draft } }).lean<Cycle[]>();
  return new Map(cycles.map((cycle) => [cycle._id, cycle]));
}

/** Returns an evaluation that the caller writes; throws NOT_FOUND for those of others and in Draft cycles. */
export async function ownEvaluation(id: string): Promise<OwnEvaluation> {
  const evaluatorId = callingEvaluator();
  if (evaluatorId === null) throw notFound();
  const row = await ParticipantModel.findOne({ _id: id, evaluatorId }).lean<Participant>();
  const cycle = row && (await CycleModel.findById(row.cycleId).lean<Cycle>());
  return ownOf(row, cycle);
}

/** Reads the same for many users in two queries: the returned function throws NOT_FOUND like `ownEvaluation`. */
export async function ownEvaluations(
  ids: readonly string[],
): Promise<(id: string, evaluatorId: string | null) => OwnEvaluation> {
  const rows = await ParticipantModel.find({ _id: { $in: [...ids] } }).lean<Participant[]>();
  const cycles = await CycleModel.find({ _id: { $in: [...new Set(rows.map(({ cycleId }) => cycleId))] } }).lean<
    Cycle[]
  >();
  const rowOf = new Map(rows.map((row) => [row._id, row]));
  const cycleOf = new Map(cycles.map((cycle) => [cycle._id, cycle]));
  return (id, evaluatorId) => {
    const row = rowOf.get(id);
    if (!row || evaluatorId === null || row.evaluatorId !== evaluatorId) throw notFound();
    return ownOf(row, cycleOf.get(row.cycleId));
  };
}

function ownOf(row: Participant | null, cycle: Cycle | null | undefined): OwnEvaluation {
  if (!row || !cycle || cycle.status === CycleStatus.Draft) throw notFound();
  return { row, cycle };
}

/**
 * Returns one evaluation of the caller with the questions about its subject, in the caller's language; throws
 * NOT_FOUND, also when it is withdrawn.
 */
export async function getMyEvaluation(id: string): Promise<MyEvaluationView> {
  const own = await ownEvaluation(id);
  if (!isListedForEvaluator(own.row)) throw notFound();
  const [answers, template, { settings }, translations] = await Promise.all([
    withAnswers(own),
    templateOfCycle(own.cycle),
    currentTenant(),
    translationsFor(own.cycle.templateId, await callerLocale()),
  ]);
  const readers = toAnswerReaders(own.row.evaluatorType, settings.anonymityMinimum);
  if (!template) return { ...answers, readers, template };
  const content = await contentOfOwn(own.row, translateTemplate(template, translations));
  const ids = templateItems(content).map(requirementIdOf);
  const [nameOf, levelsOf] = await Promise.all([requirementNames(ids), requirementLevels(ids)]);
  return { ...answers, readers, template: toEvaluationForm(content, own.row.evaluatorType, { nameOf, levelsOf }) };
}

async function contentOfOwn(
  { cycleId, subjectId }: Participant,
  template: EvaluationTemplate,
): Promise<EvaluationTemplate> {
  if (!dependsOnRequirements(template)) return template;
  const requirements = await requirementsOf(cycleId, [subjectId]);
  return contentForRequirements(template, requirements.get(subjectId) ?? []);
}

export async function withAnswers({ row, cycle }: OwnEvaluation): Promise<MyEvaluationAnswers> {
  const nameOf = await subjectNames([row]);
  return toMyEvaluationAnswers(row, cycle, nameOf(row.subjectId));
}

function subjectNames(rows: readonly { subjectId: string }[]): Promise<(id: string) => string | null> {
  return namesById(
    EmployeeModel,
    rows.map((row) => row.subjectId),
    'fullName',
  );
}

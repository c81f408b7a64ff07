import { pickRows } from '../../shared/db/pick';
import { namesById } from '../../shared/db/references';
import { searchFilter } from '../../shared/db/search';
import { LISTED_PRESENCES, participantsIn, presenceSums } from '../../shared/evaluation/cycles/cycle-sums.store';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { GuestModel } from '../../shared/evaluation/guests/guest.model';
import { evaluatorNames } from '../../shared/evaluation/guests/guests.store';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { CAN_ANSWER, LISTED } from '../../shared/evaluation/participants/participation.store';
import { DepartmentModel } from '../../shared/framework/department.model';
import { EVALUATOR_TYPES, EvaluatorType } from '../../shared/framework/evaluator-type';
import { readCalendarDates } from '../../shared/kernel/calendar-dates';
import { dayAfter } from '../../shared/kernel/day-after';
import { enumerationFilter } from '../../shared/kernel/enumeration';
import { startOfDay } from '../../shared/kernel/zoned-time';
import { EmployeeModel } from '../../shared/people/employee.model';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import type { PageRequest } from '../http/pagination';
import { type ListedSubjects, orderedParticipants } from './participant-order.queries';
import {
  type ParticipantOrder,
  ParticipantProgress,
  type ParticipantRow,
  type ParticipantView,
  toParticipantView,
} from './participants.dto';

/** Excludes the fields that no list needs; answers are most of a participant's bytes. */
export const WITHOUT_ANSWERS = '-answers -score -potential';

export interface ParticipantFilter {
  subjectId?: string | undefined;
  evaluatorId?: string | undefined;
  evaluatorType?: string | undefined;
  status?: string | undefined;
  /** The subject's department at generation. */
  departmentId?: string | undefined;
  progress?: ParticipantProgress | undefined;
  /** Part of the name, email address or code of the subject or the evaluator. */
  search?: string | undefined;
  /** Only those submitted on this day in the organization's time zone. */
  submittedOn?: string | undefined;
}

/**
 * Returns one page of a cycle's participants of these types, by the ids of subject and evaluator unless an order is given;
 * those of one day by the time of submission. Throws NOT_FOUND, VALIDATION.
 */
export async function participantPage(
  cycleId: string,
  { subjectId, evaluatorId, departmentId, progress, search, submittedOn, ...named }: ParticipantFilter,
  { page, pageSize, order }: PageRequest & { order?: ParticipantOrder | undefined },
  types: readonly EvaluatorType[] = EVALUATOR_TYPES,
): Promise<{ items: ParticipantView[]; totalCount: number }> {
  const evaluatorType = enumerationFilter(EvaluatorType, named.evaluatorType, 'evaluatorType');
  const status = enumerationFilter(ParticipantStatus, named.status, 'status');
  const cycle = await findCycle(cycleId);
  const shownTypes = types.filter((type) => evaluatorType === undefined || type === evaluatorType);
  const filter = {
    cycleId,
    ...LISTED,
    ...(evaluatorId === undefined ? {} : { evaluatorId }),
    ...(shownTypes.length === EVALUATOR_TYPES.length ? {} : { evaluatorType: { $in: [...shownTypes] } }),
    ...(status === undefined ? {} : { status }),
    ...(await involving(cycleId, search)),
    ...(await submittedDuring(submittedOn)),
    ...(progress === undefined ? {} : { $and: [inProgress(progress)] }),
  };
  const listed = {
    ...(subjectId === undefined ? {} : { subjectId }),
    ...(departmentId === undefined ? {} : { departmentId }),
  };
  const some = { ...filter, ...(await aboutSubjects(cycleId, listed)) };
  const isOfDay = submittedOn !== undefined;
  const isWhole = !isOfDay && evaluatorId === undefined && !('$or' in filter) && Object.keys(listed).length === 0;
  const [rows, totalCount] = await Promise.all([
    order === undefined
      ? ParticipantModel.find(some)
          .select(WITHOUT_ANSWERS)
          // Matches the order of an index, which has no ties.
          .sort(isOfDay ? { submittedAt: 1, _id: 1 } : { cycleId: 1, subjectId: 1, evaluatorId: 1 })
          .skip((page - 1) * pageSize)
          .limit(pageSize)
          .lean<ParticipantRow[]>()
      : inOrder(await orderedParticipants(cycleId, filter, listed, { order, page, pageSize })),
    isWhole && progress === undefined
      ? listedParticipants(cycleId, shownTypes, status)
      : ParticipantModel.countDocuments(some),
  ]);
  return { items: await toViews(rows, cycle.name), totalCount };
}

/** Returns the filter for evaluations that can be answered and are so far. */
function inProgress(progress: ParticipantProgress): object {
  if (progress === ParticipantProgress.NotSubmitted) return CAN_ANSWER;
  return { ...CAN_ANSWER, startedAt: progress === ParticipantProgress.NotStarted ? null : { $ne: null } };
}

/** Returns the filter for the participants of these subjects. */
async function aboutSubjects(
  cycleId: string,
  { subjectId, departmentId }: ListedSubjects,
): Promise<{ subjectId?: string | { $in: string[] } }> {
  if (departmentId === undefined) return subjectId === undefined ? {} : { subjectId };
  const ids = await EvaluationModel.distinct('subjectId', { cycleId, departmentId });
  return { subjectId: { $in: subjectId === undefined ? ids : ids.filter((id) => id === subjectId) } };
}

/** Reads these participants in the order of their ids. */
async function inOrder(ids: readonly string[]): Promise<ParticipantRow[]> {
  const rows = await ParticipantModel.find({ _id: { $in: [...ids] } })
    .select(WITHOUT_ANSWERS)
    .lean<ParticipantRow[]>();
  const rowOf = new Map(rows.map((row) => [row._id, row]));
  return ids.flatMap((id) => rowOf.get(id) ?? []);
}

/** Returns the filter for a day in the organization's time zone. */
async function submittedDuring(day: string | undefined): Promise<object> {
  const { submittedOn } = readCalendarDates({ submittedOn: day });
  if (typeof submittedOn !== 'string') return {};
  const { timezone } = await currentTenant();
  const [from, below] = [submittedOn, dayAfter(submittedOn)].map((date) => startOfDay(date, timezone));
  return { submittedAt: { $gte: from, $lt: below } };
}

/** Counts the participants of these types including withdrawn ones, from the stored figures of the cycle. */
async function listedParticipants(
  cycleId: string,
  types: readonly EvaluatorType[],
  status: ParticipantStatus | undefined,
): Promise<number> {
  return participantsIn(await presenceSums(cycleId, LISTED_PRESENCES), types, status);
}

/** Returns the filter for participants whose subject or evaluator matches a text. */
async function involving(cycleId: string, search: string | undefined): Promise<object> {
  const found = searchFilter(search);
  if (found.searchText === undefined) return {};
  const [ids, guestIds] = await Promise.all([
    EmployeeModel.distinct('_id', found),
    GuestModel.distinct('_id', { cycleId, ...found }),
  ]);
  return { $or: [{ subjectId: { $in: ids } }, { evaluatorId: { $in: [...ids, ...guestIds] } }] };
}

/** Returns these participants of one cycle as the API shows them; one query for all names. */
export async function toViews(rows: readonly ParticipantRow[], cycle: string): Promise<ParticipantView[]> {
  const [employee, department] = await Promise.all([
    evaluatorNames(rows.flatMap(({ subjectId, evaluatorId }) => [subjectId, evaluatorId])),
    departmentsOf(rows),
  ]);
  return rows.map((row) => toParticipantView(row, { cycle, employee, department }));
}

/** Returns the names of the departments of subjects at generation. */
async function departmentsOf(rows: readonly ParticipantRow[]): Promise<(subjectId: string) => string | null> {
  const [cycleId] = rows.map((row) => row.cycleId);
  if (cycleId === undefined) return () => null;
  const subjectIds = [...new Set(rows.map(({ subjectId }) => subjectId))];
  const evaluations = await pickRows(
    EvaluationModel.find({ cycleId, subjectId: { $in: subjectIds } }),
    'subjectId',
    'departmentId',
  );
  const departmentOf = new Map(evaluations.map(({ subjectId, departmentId }) => [subjectId, departmentId]));
  const name = await namesById(DepartmentModel, [...departmentOf.values()], 'name', { ofDeletedToo: true });
  return (subjectId) => name(departmentOf.get(subjectId) ?? null);
}

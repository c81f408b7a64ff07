import { namesById } from '../../shared/db/references';
import { searchFilter } from '../../shared/db/search';
import { LISTED_PRESENCES, participantsIn, presenceSums } from '../../shared/evaluation/cycles/cycle-sums.store';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { LISTED } from '../../shared/evaluation/participants/participation.store';
import { EVALUATOR_TYPES, EvaluatorType } from '../../shared/framework/evaluator-type';
import { readCalendarDates } from '../../shared/kernel/calendar-dates';
import { dayAfter } from '../../shared/kernel/day-after';
import { enumerationFilter } from '../../shared/kernel/enumeration';
import { startOfDay } from '../../shared/kernel/zoned-time';
import { EmployeeModel } from '../../shared/people/employee.model';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import type { PageRequest } from '../http/pagination';
import { type ParticipantRow, type ParticipantView, toParticipantView } from './participants.dto';

/** Excludes the fields that no list needs; answers are most of a participant's bytes. */
export const WITHOUT_ANSWERS = '-answers -score -potential';

export interface ParticipantFilter {
  subjectId?: string | undefined;
  evaluatorId?: string | undefined;
  evaluatorType?: string | undefined;
  status?: string | undefined;
  /** Part of the name, email address or code of the subject or the evaluator. */
  search?: string | undefined;
  /** Only those submitted on this day in the organization's time zone. */
  submittedOn?: string | undefined;
}

/**
 * Returns one page of a cycle's participants of these types, by subject and evaluator; those of one day by the time of
 * submission. Throws NOT_FOUND, VALIDATION.
 */
export async function participantPage(
  cycleId: string,
  { subjectId, evaluatorId, search, submittedOn, ...named }: ParticipantFilter,
  { page, pageSize }: PageRequest,
  types: readonly EvaluatorType[] = EVALUATOR_TYPES,
): Promise<{ items: ParticipantView[]; totalCount: number }> {
  const evaluatorType = enumerationFilter(EvaluatorType, named.evaluatorType, 'evaluatorType');
  const status = enumerationFilter(ParticipantStatus, named.status, 'status');
  const cycle = await findCycle(cycleId);
  const shownTypes = types.filter((type) => evaluatorType === undefined || type === evaluatorType);
  const filter = {
    cycleId,
    ...LISTED,
    ...(subjectId === undefined ? {} : { subjectId }),
    ...(evaluatorId === undefined ? {} : { evaluatorId }),
    ...(shownTypes.length === EVALUATOR_TYPES.length ? {} : { evaluatorType: { $in: [...shownTypes] } }),
    ...(status === undefined ? {} : { status }),
    ...(await involving(search)),
    ...(await submittedDuring(submittedOn)),
  };
  const isOfDay = submittedOn !== undefined;
  const [rows, totalCount] = await Promise.all([
    ParticipantModel.find(filter)
      .select(WITHOUT_ANSWERS)
      // Matches the order of an index, which has no ties.
      .sort(isOfDay ? { submittedAt: 1, _id: 1 } : { cycleId: 1, subjectId: 1, evaluatorId: 1 })
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .lean<ParticipantRow[]>(),
    !isOfDay && subjectId === undefined && evaluatorId === undefined && !('$or' in filter)
      ? listedParticipants(cycleId, shownTypes, status)
      : ParticipantModel.countDocuments(filter),
  ]);
  return { items: await toViews(rows, cycle.name), totalCount };
}

/** Returns the filter for a day in the organization's time zone. */
async function submittedDuring(day: string | undefined): Promise<object> {
  const { submittedOn } = readCalendarDates({ submittedOn: day });
  if (typeof submittedOn !== 'string') return {};
  const { timezone } = await currentTenant();
  const [from, below] = [submittedOn, dayAfter(submittedOn)].map((date) => startOfDay(date, timezone));
  return { submittedAt: { $gte: from, $lt: below } };
}

/** Counts the participants of these types including withdrawn ones, from the kept figures of the cycle. */
async function listedParticipants(
  cycleId: string,
  types: readonly EvaluatorType[],
  status: ParticipantStatus | undefined,
): Promise<number> {
  return participantsIn(await presenceSums(cycleId, LISTED_PRESENCES), types, status);
}

/** Returns the filter for participants whose subject or evaluator matches a text. */
async function involving(search: string | undefined): Promise<object> {
  const found = searchFilter(search);
  if (found.searchText === undefined) return {};
  const ids = await EmployeeModel.distinct('_id', found);
  return { $or: [{ subjectId: { $in: ids } }, { evaluatorId: { $in: ids } }] };
}

/** Returns these participants of one cycle as the API shows them; one query for all names. */
export async function toViews(rows: readonly ParticipantRow[], cycle: string): Promise<ParticipantView[]> {
  const employee = await namesById(
    EmployeeModel,
    rows.flatMap(({ subjectId, evaluatorId }) => [subjectId, evaluatorId]),
    'fullName',
  );
  return rows.map((row) => toParticipantView(row, cycle, employee));
}

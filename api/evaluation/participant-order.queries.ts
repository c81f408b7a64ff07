import type { QueryFilter } from 'mongoose';
import { LISTED_PRESENCES, partSums } from '../../shared/evaluation/cycles/cycle-sums.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import { type Participant, ParticipantModel } from '../../shared/evaluation/participants/participant.model';
import { LISTED } from '../../shared/evaluation/participants/participation.store';
import type { PageRequest } from '../http/pagination';
import { allDepartmentNames } from '../people/department-names.store';
import type { ParticipantOrder } from './participants.dto';

/** Which subjects of a cycle a list is about. */
export interface ListedSubjects {
  subjectId?: string;
  departmentId?: string | null;
}

type Filter = QueryFilter<Participant>;

/** Subjects of one step through a list: a page of 200 rows needs one or two. */
const SUBJECTS_AT_ONCE = 500;

/** How far an evaluation can be, in that order. */
const STEPS: readonly Filter[] = [
  { status: ParticipantStatus.InProgress, startedAt: null },
  { status: ParticipantStatus.InProgress, startedAt: { $ne: null } },
  { status: ParticipantStatus.Submitted },
  { status: ParticipantStatus.Acknowledged },
];

/**
 * Returns the ids of one page of a cycle's participants in this order; equal ones by the last name of the subject, and those of
 * one subject by evaluator. Participants have no names, so this steps through the evaluations by name and counts their
 * participants up to the page.
 */
export async function orderedParticipants(
  cycleId: string,
  filter: Filter,
  listed: ListedSubjects,
  { order, page, pageSize }: PageRequest & { order: ParticipantOrder },
): Promise<string[]> {
  const ids: string[] = [];
  let skip = (page - 1) * pageSize;
  for await (const part of parts(cycleId, listed, order)) {
    const some = { $and: [filter, part.step], cycleId, subjectId: { $in: part.subjectIds } };
    const count = skip > 0 ? await ParticipantModel.countDocuments(some) : 0;
    if (skip > 0 && count <= skip) {
      skip -= count;
      continue;
    }
    const place = new Map(part.subjectIds.map((id, at) => [id, at]));
    const rows = await ParticipantModel.find(some)
      .select(['subjectId', 'evaluatorId'])
      .lean<Pick<Participant, '_id' | 'subjectId' | 'evaluatorId'>[]>();
    rows.sort(
      (a, b) =>
        (place.get(a.subjectId) ?? 0) - (place.get(b.subjectId) ?? 0) || (a.evaluatorId < b.evaluatorId ? -1 : 1),
    );
    ids.push(...rows.slice(skip, skip + pageSize - ids.length).map(({ _id }) => _id));
    skip = 0;
    if (ids.length === pageSize) break;
  }
  return ids;
}

/** The parts of a list in their order. */
async function* parts(
  cycleId: string,
  listed: ListedSubjects,
  order: ParticipantOrder,
): AsyncGenerator<{ step: Filter; subjectIds: string[] }> {
  const isDescending = order.startsWith('-');
  if (order === 'subject' || order === '-subject') {
    for await (const subjectIds of subjectsByName(cycleId, listed, isDescending)) yield { step: {}, subjectIds };
  } else if (order === 'progress' || order === '-progress') {
    for (const step of isDescending ? STEPS.toReversed() : STEPS)
      for await (const subjectIds of subjectsByName(cycleId, listed)) yield { step, subjectIds };
  } else {
    for (const departmentId of await departmentsByName(cycleId, listed, isDescending))
      for await (const subjectIds of subjectsByName(cycleId, { ...listed, departmentId }))
        yield { step: {}, subjectIds };
  }
}

async function departmentsByName(
  cycleId: string,
  { departmentId }: ListedSubjects,
  isDescending: boolean,
): Promise<(string | null)[]> {
  if (departmentId !== undefined) return [departmentId];
  const [sums, names] = await Promise.all([partSums(cycleId, LISTED_PRESENCES), allDepartmentNames()]);
  const ids = [...new Set(sums.map((part) => part.departmentId))].sort((a, b) => names.order(a, b));
  return isDescending ? ids.toReversed() : ids;
}

async function* subjectsByName(
  cycleId: string,
  listed: ListedSubjects,
  isDescending = false,
): AsyncGenerator<string[]> {
  const direction = isDescending ? -1 : 1;
  for (let skip = 0; ; skip += SUBJECTS_AT_ONCE) {
    const rows = await EvaluationModel.find({ cycleId, ...listed, ...LISTED })
      .sort({ searchText: direction, subjectId: direction })
      .skip(skip)
      .limit(SUBJECTS_AT_ONCE)
      .select('subjectId')
      .lean<{ subjectId: string }[]>();
    if (rows.length > 0) yield rows.map(({ subjectId }) => subjectId);
    if (rows.length < SUBJECTS_AT_ONCE) return;
  }
}

import { BATCH_ROWS, rowsByKey } from '../db/batches';
import type { RowOrder } from '../db/list';
import { searchFilter } from '../db/search';
import { LISTED_PRESENCES, partSums, subjectCount } from '../evaluation/cycles/cycle-sums.store';
import { type Evaluation, EvaluationModel } from '../evaluation/evaluation.model';
import { COUNTED_SUBJECTS, LISTED } from '../evaluation/participants/participation.store';
import { Presence } from '../evaluation/participants/presence';
import type { Employee } from '../people/employee.model';

/** Selects subjects of a cycle by their department and job profile at generation; null does not restrict. */
export interface SubjectFilter {
  departmentId?: string | null;
  jobProfileId?: string | null;
}

/** Also by several departments (omitted: all, empty: none) and by a part of the name, email or code. */
export interface SubjectPageFilter extends SubjectFilter {
  departmentIds?: readonly string[] | undefined;
  search?: string | undefined;
  /** Includes withdrawn evaluations: HR sees what was submitted about these subjects. */
  withWithdrawn?: boolean;
  /** Only subjects whose stored effective score lies in the range; null: only those without one. */
  effective?: EffectiveRange | null | undefined;
}

/** Effective scores, unrounded. */
export interface EffectiveRange {
  from: number;
  below: number;
}

/** Whether a score lies in a range; omitted: always, null: only without a score. */
export function isWithin(effective: number | null, range: EffectiveRange | null | undefined): boolean {
  if (range === undefined) return true;
  if (range === null || effective === null) return range === effective;
  return effective >= range.from && effective < range.below;
}

/** By name or by stored effective score, `-` descending; equal scores by name, subjects without one last. */
export type SubjectOrder = 'name' | '-name' | 'effective' | '-effective';

const SUBJECT_FIELDS = [
  '_id',
  'cycleId',
  'subjectId',
  'subject',
  'searchText',
  'subjectPresence',
  'managerId',
  'departmentId',
  'jobProfileId',
  'calibrated',
  'calibratedAt',
  'calibratedPotential',
  'calibratedPotentialAt',
  'hrPotential',
  'hrPotentialAt',
  'releasedAt',
  'tally',
  'updatedAt',
] as const;

type SubjectField = (typeof SUBJECT_FIELDS)[number];

/** A subject's part in a cycle without the requirements. */
export type SubjectEvaluation = Pick<Evaluation, SubjectField>;

/** A subject with some fields of its part in a cycle. */
export interface Subject<F extends SubjectField = SubjectField> {
  id: string;
  name: string;
  evaluation: Pick<Evaluation, F>;
  employee: Pick<Employee, '_id' | 'fullName' | 'email' | 'employeeCode'>;
}

const BY_NAME = { searchText: 1, subjectId: 1 } as const;

/** What every reader of batches needs: the order, and who it is. */
type BatchField = 'searchText' | 'subjectId' | 'subject';

/**
 * Reads the subjects of a cycle by name in batches, without deleted ones and those who left before it was over. With 100,000
 * of them each field costs: a reader names those that it needs.
 */
export async function* subjectBatches<F extends SubjectField>(
  cycleId: string,
  filter: SubjectPageFilter,
  fields: readonly F[],
): AsyncGenerator<Subject<F | BatchField>[]> {
  const key = ['searchText', 'subjectId'] as const;
  const reading = { fields: [...key, 'subject' as const, ...fields], key, rows: BATCH_ROWS };
  for await (const rows of rowsByKey(EvaluationModel, subjectFilter(cycleId, filter), reading))
    yield rows.map(toSubject);
}

/** Reads all subjects of a cycle by name, without deleted ones and those who left before it was over. */
export async function cycleSubjects(cycleId: string, filter: SubjectPageFilter = {}): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for await (const batch of subjectBatches(cycleId, filter, SUBJECT_FIELDS)) subjects.push(...batch);
  return subjects;
}

/** Reads these subjects of a cycle, without deleted ones and, unless asked for, those who left before it was over. */
export async function findSubjects(
  cycleId: string,
  subjectIds: readonly string[],
  filter: Pick<SubjectPageFilter, 'departmentId' | 'withWithdrawn'> = {},
): Promise<Subject[]> {
  const rows = await EvaluationModel.find({ ...subjectFilter(cycleId, filter), subjectId: { $in: [...subjectIds] } })
    .select([...SUBJECT_FIELDS])
    .lean<SubjectEvaluation[]>();
  return rows.map(toSubject);
}

export async function subjectPage(
  cycleId: string,
  filter: SubjectPageFilter,
  { page, pageSize }: { page: number; pageSize: number },
  order: SubjectOrder = 'name',
): Promise<{ subjects: Subject[]; totalCount: number }> {
  const skip = (page - 1) * pageSize;
  const some = subjectFilter(cycleId, filter);
  const [rows, totalCount] = await Promise.all([
    order === 'name' || order === '-name'
      ? slice(some, order === 'name' ? BY_NAME : { searchText: -1, subjectId: -1 }, skip, pageSize)
      : sliceByScore(some, filter.effective, order === 'effective' ? 1 : -1, skip, pageSize),
    countSubjects(cycleId, filter, some),
  ]);
  return { subjects: rows.map(toSubject), totalCount };
}

type Filter = ReturnType<typeof subjectFilter>;

const slice = (filter: Filter, order: RowOrder, skip: number, limit: number): Promise<SubjectEvaluation[]> =>
  EvaluationModel.find(filter)
    .sort(order)
    .skip(skip)
    .limit(limit)
    .select([...SUBJECT_FIELDS])
    .lean<SubjectEvaluation[]>()
    .exec();

/** Subjects without a score come last in both directions. */
async function sliceByScore(
  filter: Filter,
  range: EffectiveRange | null | undefined,
  direction: 1 | -1,
  skip: number,
  limit: number,
): Promise<SubjectEvaluation[]> {
  if (range !== undefined) return slice(filter, { effective: direction, ...BY_NAME }, skip, limit);
  const scored = { ...filter, effective: { $ne: null } };
  const rows = await slice(scored, { effective: direction, ...BY_NAME }, skip, limit);
  if (rows.length === limit) return rows;
  const before = rows.length > 0 ? skip + rows.length : await EvaluationModel.countDocuments(scored);
  const rest = { ...filter, effective: null };
  return [...rows, ...(await slice(rest, BY_NAME, Math.max(0, skip - before), limit - rows.length))];
}

/** Counts from the stored figures of the cycle, unless the filter is finer than they are. */
async function countSubjects(cycleId: string, filter: SubjectPageFilter, some: Filter): Promise<number> {
  const { departmentId, departmentIds, jobProfileId, effective, withWithdrawn = false } = filter;
  if (jobProfileId || effective !== undefined || 'searchText' in some) return EvaluationModel.countDocuments(some);
  const presences = withWithdrawn ? LISTED_PRESENCES : [Presence.Present];
  if (!departmentId && !departmentIds) return subjectCount(cycleId, presences);
  return (await partSums(cycleId, presences))
    .filter((part) => !departmentId || part.departmentId === departmentId)
    .filter((part) => !departmentIds || departmentIds.includes(part.departmentId ?? ''))
    .reduce((count, { sums }) => count + sums.subjects, 0);
}

function subjectFilter(
  cycleId: string,
  { departmentIds, search, effective, withWithdrawn = false, ...filter }: SubjectPageFilter,
): object {
  const inRange =
    effective === undefined
      ? {}
      : { effective: effective === null ? null : { $gte: effective.from, $lt: effective.below } };
  const inDepartments = departmentIds ? { departmentId: { $in: [...departmentIds] } } : {};
  const presence = withWithdrawn ? LISTED : COUNTED_SUBJECTS;
  return { cycleId, ...presence, ...snapshotFilter(filter), ...inDepartments, ...inRange, ...searchFilter(search) };
}

function toSubject<F extends SubjectField>(evaluation: Pick<Evaluation, F | BatchField>): Subject<F | BatchField> {
  const { subjectId, subject } = evaluation;
  const { fullName, email, employeeCode } = subject;
  return { id: subjectId, name: fullName, evaluation, employee: { _id: subjectId, fullName, email, employeeCode } };
}

/** Returns the filter for rows with a subject's department and job profile at generation (evaluations, gaps). */
export function snapshotFilter({ departmentId, jobProfileId }: SubjectFilter): {
  departmentId?: string;
  jobProfileId?: string;
} {
  return { ...(departmentId ? { departmentId } : {}), ...(jobProfileId ? { jobProfileId } : {}) };
}

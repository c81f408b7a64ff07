import { bulkInsert, bulkUpdate } from '../../db/bulk';
import { inTransaction } from '../../db/transaction';
import { now } from '../../kernel/clock';
import { groupBy } from '../../kernel/group-by';
import { newId } from '../../kernel/ids';
import { currentTenant } from '../../platform/current-tenant.store';
import { isOver, isReleasedByManagers, resultsReleasedAt } from '../cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../cycles/cycle.model';
import { answerRulesOf } from '../cycles/cycle.store';
import { type Evaluation, EvaluationModel } from '../evaluation.model';
import { type Participant, ParticipantModel } from '../participants/participant.model';
import { SUBMITTED_STATUS } from '../participants/participation.store';
import { GUARDED_TYPES } from './guarded-group.rules';
import { toPublishedRater } from './published-rater.rules';
import {
  type PublishedRater,
  type PublishedResultsRow,
  PublishedResultsModel,
  type PublishedResults,
} from './published-results.model';
import { nextPublishing } from './publishing.rules';

/** Subjects of one batch; their evaluators' answers take a few megabytes. */
export const SUBJECTS_AT_ONCE = 500;

/** Nothing is published: every guarded group is hidden. */
const NOTHING: PublishedResults = { key: '', groups: [] };

/**
 * Returns the guarded groups of these subjects of a cycle as the last closing, publishing or release stored them for
 * viewers other than HR. One query, and nothing is written.
 */
export async function publishedResults(
  cycleId: string,
  subjectIds: readonly string[],
): Promise<(subjectId: string) => PublishedResults> {
  const stored = await storedResults(cycleId, subjectIds);
  return (subjectId) => {
    const row = stored.get(subjectId);
    return row ? { key: row._id, groups: row.groups } : NOTHING;
  };
}

async function storedResults(
  cycleId: string,
  subjectIds: readonly string[],
): Promise<Map<string, PublishedResultsRow>> {
  const rows = await PublishedResultsModel.find({ cycleId, subjectId: { $in: [...subjectIds] } }).lean<
    PublishedResultsRow[]
  >();
  return new Map(rows.map((row) => [row.subjectId, row]));
}

/**
 * Stores what viewers other than HR are shown of these subjects since the cycle was closed, published or released; safe to
 * repeat. Reads cycle, answers and stored groups as of one moment, so that only answers of a cycle that is over are stored,
 * even during a reopening.
 */
export async function storePublishedResults(cycleId: string, subjectIds: readonly string[]): Promise<void> {
  await inTransaction(async () => {
    const cycle = await CycleModel.findById(cycleId).lean<Cycle>();
    if (!cycle || !isOver(cycle.status)) return;
    const stored = await storedResults(cycleId, subjectIds);
    const sinceOf = await shownSince(cycle, subjectIds);
    const due = subjectIds.filter((id) => stored.get(id)?.since.getTime() !== sinceOf(id).getTime());
    const groupsOf = await nextGroups(cycle, due, stored);
    const next = due.map((subjectId) => {
      const before = stored.get(subjectId);
      const since = sinceOf(subjectId);
      const groups = groupsOf(subjectId, since);
      return { _id: before?._id ?? newId(), cycleId, subjectId, since, hasAnswers: before?.hasAnswers ?? true, groups };
    });
    await bulkInsert(
      PublishedResultsModel,
      next.filter(({ subjectId }) => !stored.has(subjectId)),
    );
    await bulkUpdate(
      PublishedResultsModel,
      next
        .filter(({ subjectId }) => stored.has(subjectId))
        .map(({ _id, since, groups }) => ({ updateOne: { filter: { _id }, update: { $set: { since, groups } } } })),
    );
  });
}

/**
 * Returns the guarded groups that these subjects of a cycle would be shown if their results were published now; stores
 * nothing.
 */
export async function resultsIfPublishedNow(
  cycle: Cycle,
  subjectIds: readonly string[],
): Promise<(subjectId: string) => PublishedResults> {
  const stored = await storedResults(cycle._id, subjectIds);
  const groupsOf = await nextGroups(cycle, subjectIds, stored);
  const at = now();
  return (subjectId) => ({ key: stored.get(subjectId)?._id ?? newId(), groups: groupsOf(subjectId, at) });
}

/** Returns what a publishing at a time shows of the guarded groups of a subject, after what is stored of it. */
async function nextGroups(
  cycle: Cycle,
  subjectIds: readonly string[],
  stored: ReadonlyMap<string, PublishedResultsRow>,
): Promise<(subjectId: string, at: Date) => PublishedResultsRow['groups']> {
  const { anonymityMinimum: minimum } = (await currentTenant()).settings;
  const content = await answerRulesOf(cycle);
  const today = await guardedRows(cycle._id, subjectIds);
  return (subjectId, at) =>
    GUARDED_TYPES.map((evaluatorType) => {
      const former = stored.get(subjectId)?.groups.find((group) => group.evaluatorType === evaluatorType) ?? null;
      const raters = (today.get(subjectId) ?? [])
        .filter((row) => row.evaluatorType === evaluatorType)
        .map((row) => toPublishedRater(row, content));
      return nextPublishing<PublishedRater>(former, raters, { evaluatorType, minimum, at, content });
    });
}

/**
 * Returns since when the present results of each subject are shown: the latest of closing, publishing and the subject's
 * release. One query where managers release results.
 */
async function shownSince(cycle: Cycle, subjectIds: readonly string[]): Promise<(subjectId: string) => Date> {
  const { createdAt, closedAt, resultsPublishedAt } = cycle;
  const released = isReleasedByManagers(cycle) ? await releasesOf(cycle._id, subjectIds) : new Map<string, null>();
  return (subjectId) =>
    [closedAt, resultsPublishedAt, resultsReleasedAt(cycle, released.get(subjectId))].reduce<Date>(
      (latest, at) => (at && at > latest ? at : latest),
      createdAt,
    );
}

async function releasesOf(cycleId: string, subjectIds: readonly string[]): Promise<Map<string, Date | null>> {
  const rows = await EvaluationModel.find({ cycleId, subjectId: { $in: [...subjectIds] } })
    .select({ _id: 0, subjectId: 1, releasedAt: 1 })
    .lean<Pick<Evaluation, 'subjectId' | 'releasedAt'>[]>();
  return new Map(rows.map(({ subjectId, releasedAt }) => [subjectId, releasedAt ?? null]));
}

type GuardedRow = Pick<Participant, 'subjectId' | 'evaluatorId' | 'evaluatorType' | 'answers' | 'score'>;

async function guardedRows(cycleId: string, subjectIds: readonly string[]): Promise<Map<string, GuardedRow[]>> {
  const rows = await ParticipantModel.find({
    cycleId,
    subjectId: { $in: [...subjectIds] },
    evaluatorType: { $in: [...GUARDED_TYPES] },
    ...SUBMITTED_STATUS,
  })
    .select('subjectId evaluatorId evaluatorType answers score')
    .sort({ evaluatorId: 1 })
    .lean<GuardedRow[]>();
  return groupBy(rows, ({ subjectId }) => subjectId);
}

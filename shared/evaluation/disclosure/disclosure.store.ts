import { createHash } from 'node:crypto';
import { bulkInsert, bulkUpdate } from '../../db/bulk';
import { inTransaction } from '../../db/transaction';
import type { TemplateContent } from '../../framework/template.rules';
import { groupBy } from '../../kernel/group-by';
import { newId } from '../../kernel/ids';
import { currentTenant } from '../../platform/current-tenant.store';
import type { Answer } from '../answer.rules';
import { isOver, isReleasedByManagers, resultsReleasedAt } from '../cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../cycles/cycle.model';
import { answerRulesOf } from '../cycles/cycle.store';
import { type Evaluation, EvaluationModel } from '../evaluation.model';
import { type Participant, ParticipantModel } from '../participants/participant.model';
import { SUBMITTED_STATUS } from '../participants/participation.store';
import { GUARDED_TYPES, ownScore, ratingsOf } from './guarded-group.rules';
import {
  type KeptComment,
  type KeptRater,
  type KeptResults,
  KeptResultsModel,
  type PublishedResults,
} from './kept-results.model';
import { nextPublishing } from './publishing.rules';

/** Subjects of one batch; their evaluators' answers take a few megabytes. */
export const SUBJECTS_AT_ONCE = 500;

/** What decides since when a cycle shows its results. */
export type PublishedCycle = Pick<
  Cycle,
  '_id' | 'status' | 'createdAt' | 'closedAt' | 'reopenedAt' | 'resultsPublishedAt' | 'templateId' | 'settings'
>;

/**
 * Returns since when the present results of each subject are shown: the latest of closing, publishing and the subject's
 * release. One query where managers release results.
 */
async function shownSince(cycle: PublishedCycle, subjectIds: readonly string[]): Promise<(subjectId: string) => Date> {
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

/**
 * Returns the guarded groups of these subjects of a cycle that is over, by subject id, as viewers other than HR see
 * them. What is first shown after a closing, publishing or release is stored and compared with what was stored before.
 * At most three queries when it is stored already.
 */
export async function publishedResults(
  cycle: PublishedCycle,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, PublishedResults>> {
  const kept = await keptOf(cycle._id, subjectIds);
  const sinceOf = await shownSince(cycle, subjectIds);
  const due = subjectIds.filter((id) => kept.get(id)?.since.getTime() !== sinceOf(id).getTime());
  const published = new Map(Array.from(kept, ([id, row]) => [id, toPublished(row)] as const));
  for (let start = 0; start < due.length; start += SUBJECTS_AT_ONCE) {
    const some = due.slice(start, start + SUBJECTS_AT_ONCE);
    for (const [id, own] of await inTransaction(() => keepGroups(cycle._id, some))) published.set(id, own);
  }
  return published;
}

function toPublished({ _id, groups }: Pick<KeptResults, '_id' | 'groups'>): PublishedResults {
  return { key: _id, groups };
}

async function keptOf(cycleId: string, subjectIds: readonly string[]): Promise<Map<string, KeptResults>> {
  const rows = await KeptResultsModel.find({ cycleId, subjectId: { $in: [...subjectIds] } }).lean<KeptResults[]>();
  return new Map(rows.map((row) => [row.subjectId, row]));
}

/**
 * Reads cycle, answers and stored groups as of one moment, so that only answers of a cycle that is over are stored,
 * even during a reopening.
 */
async function keepGroups(cycleId: string, subjectIds: readonly string[]): Promise<Map<string, PublishedResults>> {
  const cycle = await CycleModel.findById(cycleId).lean<Cycle>();
  const kept = await keptOf(cycleId, subjectIds);
  if (!cycle || !isOver(cycle.status)) return new Map(Array.from(kept, ([id, row]) => [id, toPublished(row)]));
  const sinceOf = await shownSince(cycle, subjectIds);
  const { anonymityMinimum: minimum } = (await currentTenant()).settings;
  const today = await guardedRaters(cycle, subjectIds);
  const next = subjectIds.map((subjectId) => {
    const before = kept.get(subjectId);
    const ratersOf = today.get(subjectId);
    const since = sinceOf(subjectId);
    const groups = GUARDED_TYPES.map((evaluatorType) => {
      const former = before?.groups.find((group) => group.evaluatorType === evaluatorType) ?? null;
      return nextPublishing(former, ratersOf?.get(evaluatorType) ?? [], { evaluatorType, minimum, at: since });
    });
    return { _id: before?._id ?? newId(), cycleId, subjectId, since, hasAnswers: true, groups };
  });
  await bulkInsert(
    KeptResultsModel,
    next.filter(({ subjectId }) => !kept.has(subjectId)),
  );
  await bulkUpdate(
    KeptResultsModel,
    next
      .filter(({ subjectId }) => kept.has(subjectId))
      .map(({ _id, since, groups }) => ({ updateOne: { filter: { _id }, update: { $set: { since, groups } } } })),
  );
  return new Map(next.map((row) => [row.subjectId, toPublished(row)]));
}

type GuardedRow = Pick<Participant, 'subjectId' | 'evaluatorId' | 'evaluatorType' | 'answers' | 'score'>;

async function guardedRaters(
  cycle: Cycle,
  subjectIds: readonly string[],
): Promise<Map<string, Map<string, KeptRater[]>>> {
  const content = await answerRulesOf(cycle);
  const rows = await ParticipantModel.find({
    cycleId: cycle._id,
    subjectId: { $in: [...subjectIds] },
    evaluatorType: { $in: [...GUARDED_TYPES] },
    ...SUBMITTED_STATUS,
  })
    .select('subjectId evaluatorId evaluatorType answers score')
    .sort({ evaluatorId: 1 })
    .lean<GuardedRow[]>();
  return new Map(
    Array.from(
      groupBy(rows, ({ subjectId }) => subjectId),
      ([subjectId, own]) => [
        subjectId,
        new Map(
          Array.from(
            groupBy(own, ({ evaluatorType }) => evaluatorType),
            ([type, ofType]) => [type, ofType.map((row) => toRater(row, content))],
          ),
        ),
      ],
    ),
  );
}

function toRater({ evaluatorId, answers, score }: GuardedRow, content: TemplateContent): KeptRater {
  return {
    evaluatorId,
    ratings: ratingsOf(answers, content),
    score: ownScore(answers, score, content),
    commentsId: keyOf(commentsOf(answers)),
    comments: null,
  };
}

/** Returns an evaluator's comments without empty ones. */
export function commentsOf(answers: readonly Answer[]): KeptComment[] {
  return answers.flatMap(({ itemId, comment }) => {
    const text = comment?.trim() ?? '';
    return text === '' ? [] : [{ itemId, text }];
  });
}

function keyOf(comments: readonly KeptComment[]): string {
  if (comments.length === 0) return '';
  const inOrder = comments.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)).map(({ itemId, text }) => [itemId, text]);
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('base64url').slice(0, 22);
}

import type { QueryFilter } from 'mongoose';
import { bulkUpdate } from '../db/bulk';
import { pickRow, pickRows } from '../db/pick';
import { currentSession } from '../db/transaction';
import type { EvaluatorType } from '../framework/evaluator-type';
import { DEFAULT_SCALE } from '../framework/template.rules';
import { groupBy } from '../kernel/group-by';
import { addToCycle, countCycleChange, countPastChange } from './cycles/cycle-sums.store';
import { CycleModel } from './cycles/cycle.model';
import { templateOfCycle } from './cycles/cycle.store';
import { type Evaluation, EvaluationModel } from './evaluation.model';
import { type Participant, ParticipantModel } from './participants/participant.model';
import {
  contribution,
  participationOf,
  sameTally,
  type Scoring,
  type SubjectTally,
  type Tallied,
  type TalliedEvaluation,
  type TalliedParticipant,
  tallySubject,
} from './subject-tally.rules';

/** What of a participant a tally is made of. */
const TALLIED_FIELDS = 'subjectId evaluatorType status evaluatorPresence subjectPresence score potential';
type TalliedRow = TalliedParticipant & Pick<Participant, 'subjectId'>;

/** What of an evaluation a tally is made of, and the tally that it has. */
const TALLY_FIELDS = 'subjectId departmentId subjectPresence calibrated calibratedAt tally effective';
type TallyRow = TalliedEvaluation & Pick<Evaluation, '_id' | 'subjectId' | 'departmentId' | 'tally' | 'effective'>;

const SUBJECTS_AT_ONCE = 1_000;

/**
 * Recalculates and stores the tallies of these subjects, and adds the differences to the figures of the cycle. Call it in the
 * transaction that changed participants, or the presence or calibration of the subjects, after the change. About five commands
 * for each 1,000 subjects. Returns the number of changed tallies. Pass `scoring` if the same transaction has read it.
 */
export async function updateTallies(cycleId: string, subjectIds: Iterable<string>, scoring?: Scoring): Promise<number> {
  if (!currentSession()) throw new Error('Update tallies in the transaction of the change.');
  const ids = [...new Set(subjectIds)];
  if (ids.length === 0) return 0;
  const scored = scoring ?? (await scoringOf(cycleId));
  let changed = 0;
  for (let start = 0; start < ids.length; start += SUBJECTS_AT_ONCE)
    changed += await updateManyTallies(cycleId, ids.slice(start, start + SUBJECTS_AT_ONCE), scored);
  return changed;
}

async function updateManyTallies(cycleId: string, ids: readonly string[], scoring: Scoring): Promise<number> {
  if (ids.length === 1) return updateOneTally(cycleId, ids[0] ?? '', scoring);
  const some = { cycleId, subjectId: { $in: [...ids] } };
  // Written before they are read, so that concurrent transactions for a subject conflict.
  await EvaluationModel.updateMany(some, { $inc: { revision: 1 } });
  const evaluations = await EvaluationModel.find(some).select(TALLY_FIELDS).lean<TallyRow[]>();
  const participants = await ParticipantModel.find(some).select(TALLIED_FIELDS).sort({ _id: 1 }).lean<TalliedRow[]>();
  const rowsOf = groupBy(participants, ({ subjectId }) => subjectId);
  return writeTallies(
    cycleId,
    evaluations.map((evaluation) => ({
      evaluation,
      tallied: tallySubject(rowsOf.get(evaluation.subjectId) ?? [], evaluation, scoring),
    })),
  );
}

/**
 * Updates one tally with one write of the evaluation, even when nothing changes, so that concurrent transactions for a
 * subject conflict.
 */
async function updateOneTally(cycleId: string, subjectId: string, scoring: Scoring): Promise<number> {
  const some = { cycleId, subjectId };
  const evaluation = await EvaluationModel.findOne(some).select(TALLY_FIELDS).lean<TallyRow>();
  if (!evaluation) return 0;
  const participants = await ParticipantModel.find(some).select(TALLIED_FIELDS).sort({ _id: 1 }).lean<TalliedRow[]>();
  const tallied = tallySubject(participants, evaluation, scoring);
  await EvaluationModel.updateOne({ _id: evaluation._id }, { $set: { ...tallied }, $inc: { revision: 1 } });
  if (isUnchanged(evaluation, tallied)) return 0;
  countCycleChange(cycleId);
  countDifference(cycleId, evaluation.departmentId, evaluation.tally, tallied.tally);
  return 1;
}

const isUnchanged = (evaluation: TallyRow, { tally, effective }: Tallied): boolean =>
  sameTally(evaluation.tally, tally) && evaluation.effective === effective;

/** Reads how a cycle scores; a cycle that was never generated has the default scale. */
export async function scoringOf(cycleId: string): Promise<Scoring> {
  const cycle = await pickRow(
    CycleModel.findOne({ _id: cycleId, isDeleted: { $in: [true, false] } }),
    'templateId',
    'settings',
  );
  if (!cycle) throw new Error(`There is no cycle ${cycleId}.`);
  const template = await templateOfCycle(cycle);
  return { weights: cycle.settings.weights, scale: template?.scale ?? DEFAULT_SCALE };
}

/** Writes the tallies that differ, and adds the differences to the figures of the cycle. */
async function writeTallies(
  cycleId: string,
  rows: readonly { evaluation: TallyRow; tallied: Tallied }[],
): Promise<number> {
  const changed = rows.filter(({ evaluation, tallied }) => !isUnchanged(evaluation, tallied));
  await bulkUpdate(
    EvaluationModel,
    changed.map(({ evaluation: { _id }, tallied }) => ({
      updateOne: { filter: { _id }, update: { $set: { ...tallied }, $inc: { revision: 1 } } },
    })),
  );
  if (changed.length > 0) countCycleChange(cycleId);
  for (const { evaluation, tallied } of changed)
    countDifference(cycleId, evaluation.departmentId, evaluation.tally, tallied.tally);
  return changed.length;
}

/** Adds the difference between a subject's new and previous contribution to the figures of its department. */
export function countDifference(
  cycleId: string,
  departmentId: string | null,
  before: SubjectTally | undefined,
  after: SubjectTally | undefined,
): void {
  if (before) {
    const taken = Object.entries(contribution(before)).map(([name, value]) => [name, -value] as const);
    addToCycle(cycleId, before.presence, departmentId, Object.fromEntries(taken));
  }
  if (after) addToCycle(cycleId, after.presence, departmentId, contribution(after));
  const isTakenBack = participationOf(after).submitted < participationOf(before).submitted;
  if (isTakenBack || (before && before.presence !== after?.presence)) countPastChange(cycleId);
}

/** Deletes evaluations and subtracts their contributions from the figures of their cycles, within the running transaction. */
export async function deleteEvaluations(some: QueryFilter<Evaluation>): Promise<void> {
  const rows = await pickRows(EvaluationModel.find(some), 'cycleId', 'departmentId', 'tally');
  await EvaluationModel.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
  for (const { cycleId, departmentId, tally } of rows) {
    countDifference(cycleId, departmentId, tally, undefined);
    countCycleChange(cycleId);
  }
}

/**
 * Adds inserted participants, who have not answered yet, to the tallies within the transaction that inserted them.
 * Subjects with equal numbers are written together, and no participant is read.
 */
export async function countNewParticipants(
  cycleId: string,
  type: EvaluatorType,
  inserted: readonly Pick<Participant, 'subjectId'>[],
): Promise<void> {
  if (inserted.length === 0) return;
  const added = groupBy(inserted, ({ subjectId }) => subjectId);
  const withAsMany = new Map<number, string[]>();
  for (const [subjectId, { length }] of added) withAsMany.set(length, [...(withAsMany.get(length) ?? []), subjectId]);
  for (const [count, subjectIds] of withAsMany)
    await EvaluationModel.updateMany(
      { cycleId, subjectId: { $in: subjectIds }, tally: { $ne: null } },
      { $inc: { [`tally.types.${type}.asked`]: count } },
    );
  const rows = await pickRows(
    EvaluationModel.find({ cycleId, subjectId: { $in: [...added.keys()] } }),
    'subjectId',
    'departmentId',
    'tally',
  );
  for (const { subjectId, departmentId, tally } of rows) {
    const ofType = tally?.types[type];
    if (!tally || !ofType) continue;
    const asked = (ofType.asked ?? 0) - (added.get(subjectId)?.length ?? 0);
    const before = { ...tally, types: { ...tally.types, [type]: { ...ofType, asked } } };
    countDifference(cycleId, departmentId, before, tally);
  }
  countCycleChange(cycleId);
  await updateTallies(
    cycleId,
    rows.flatMap(({ subjectId, tally }) => (tally ? [] : [subjectId])),
  );
}

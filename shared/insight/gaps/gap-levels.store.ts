import { pickRows } from '../../db/pick';
import { Audience, showsGaps, showsResults } from '../../evaluation/cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../../evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../../evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../../evaluation/participants/participant.model';
import { COUNTED_SUBJECTS, SUBMITTED_STATUS } from '../../evaluation/participants/participation.store';
import { groupBy } from '../../kernel/group-by';
import { cycleContent } from '../cycles.store';
import { type Levels, requirementItems, type RequirementItems, SubjectLevels } from './gap.rules';
import { shownLevels } from './shown-levels.store';

/** The levels of one employee, and the cycle that they come from. */
export interface CurrentLevels {
  employeeId: string;
  cycle: LevelCycle;
  levels: Levels;
}

export type LevelCycle = Pick<
  Cycle,
  '_id' | 'name' | 'templateId' | 'settings' | 'status' | 'closedAt' | 'reopenedAt' | 'resultsPublishedAt'
>;
/** A submitted row as `ANSWERED_FIELDS` selects it: without comments. */
export type AnsweredRow = Pick<Participant, 'subjectId' | 'evaluatorType' | 'status' | 'score' | 'answers'>;

/** Employees per batch: with some ten evaluators each a few thousand documents of answers. */
const EMPLOYEES_PER_BATCH = 500;

/** The answers about one employee in the cycle that counts. */
export interface Answered {
  employeeId: string;
  cycle: LevelCycle;
  items: RequirementItems;
  rows: readonly AnsweredRow[];
}

/**
 * Returns the levels of these employees from the newest closed cycle with submitted answers about them; employees
 * without such a cycle are omitted. Reads 500 employees at a time, with one query for their cycles and one for each
 * needed cycle, and reads the next batch while one is used.
 */
export async function* currentLevels(
  employeeIds: readonly string[],
  audience: Audience = Audience.Hr,
): AsyncGenerator<CurrentLevels, void, undefined> {
  if (employeeIds.length === 0) return;
  const cycles = await closedCycles();
  const itemsOf = new Map<string, Promise<RequirementItems>>();
  const read = (start: number): Promise<Answered[]> => {
    const batch = employeeIds.slice(start, start + EMPLOYEES_PER_BATCH);
    const reading = batch.length > 0 ? newestAnswers(batch, cycles, itemsOf, audience) : Promise.resolve([]);
    reading.catch(() => undefined); // thrown where it is awaited
    return reading;
  };
  let next = read(0);
  for (let start = 0; start < employeeIds.length; start += EMPLOYEES_PER_BATCH) {
    const batch = await next;
    next = read(start + EMPLOYEES_PER_BATCH);
    const levelsOf = audience === Audience.Hr ? allLevels : await shownLevels(batch);
    for (const answered of batch) {
      const { employeeId, cycle } = answered;
      yield { employeeId, cycle, levels: levelsOf(answered) };
    }
  }
}

/**
 * Returns the submitted answers about each of these employees in the newest cycle that has some; caches the items of cycles.
 */
async function newestAnswers(
  employeeIds: readonly string[],
  cycles: readonly LevelCycle[],
  itemsOf: Map<string, Promise<RequirementItems>>,
  audience: Audience,
): Promise<Answered[]> {
  const unanswered = new Set(employeeIds);
  const subjectsOf = await evaluatedSubjects(employeeIds, cycles, audience);
  const answered: Answered[] = [];
  for (const cycle of cycles) {
    const subjectIds = (subjectsOf.get(cycle._id) ?? []).filter((id) => unanswered.has(id));
    if (subjectIds.length === 0) continue;
    const reading = itemsOf.get(cycle._id) ?? cycleContent(cycle).then(requirementItems);
    itemsOf.set(cycle._id, reading);
    const items = await reading;
    for (const [employeeId, rows] of await submittedRows(cycle._id, subjectIds)) {
      unanswered.delete(employeeId);
      answered.push({ employeeId, cycle, items, rows });
    }
  }
  return answered;
}

/** Returns the cycles that were closed, not reopened, and still have their answers; the newest first. */
async function closedCycles(): Promise<LevelCycle[]> {
  const cycles = await pickRows(
    CycleModel.find({ closedAt: { $ne: null }, answersDeletedAt: null }).sort({ closedAt: -1, _id: 1 }),
    'name',
    'templateId',
    'settings',
    'status',
    'closedAt',
    'reopenedAt',
    'resultsPublishedAt',
  );
  return cycles.filter(showsGaps);
}

/**
 * Returns which of these employees are subjects of which cycles with results that the audience sees: subject ids by cycle id.
 */
async function evaluatedSubjects(
  employeeIds: readonly string[],
  cycles: readonly LevelCycle[],
  audience: Audience,
): Promise<Map<string, string[]>> {
  const cycleOf = new Map(cycles.map((cycle) => [cycle._id, cycle]));
  const rows = await EvaluationModel.find({
    subjectId: { $in: employeeIds },
    cycleId: { $in: cycles.map(({ _id }) => _id) },
    ...COUNTED_SUBJECTS,
  })
    .select({ _id: 0, cycleId: 1, subjectId: 1, releasedAt: 1 })
    .lean<Pick<Evaluation, 'cycleId' | 'subjectId' | 'releasedAt'>[]>();
  const shown = rows.filter(({ cycleId, releasedAt }) => {
    const cycle = cycleOf.get(cycleId);
    return cycle !== undefined && showsResults(cycle, audience, releasedAt);
  });
  const byCycle = groupBy(shown, ({ cycleId }) => cycleId);
  return new Map(Array.from(byCycle, ([cycleId, own]) => [cycleId, own.map(({ subjectId }) => subjectId)]));
}

/** Returns the submitted answers about these subjects of a cycle, by subject, without comments. */
async function submittedRows(cycleId: string, subjectIds: readonly string[]): Promise<Map<string, AnsweredRow[]>> {
  const rows = await ParticipantModel.find({
    cycleId,
    subjectId: { $in: subjectIds },
    ...SUBMITTED_STATUS,
  })
    .select(ANSWERED_FIELDS)
    .lean<AnsweredRow[]>();
  return groupBy(rows, ({ subjectId }) => subjectId);
}

export const ANSWERED_FIELDS = {
  _id: 0,
  subjectId: 1,
  evaluatorType: 1,
  status: 1,
  score: 1,
  'answers.itemId': 1,
  'answers.score': 1,
  'answers.notApplicable': 1,
} as const;

function allLevels({ cycle, items, rows }: Answered): Levels {
  const levels = new SubjectLevels(items, cycle.settings.weights);
  for (const row of rows) levels.add(row);
  return levels;
}

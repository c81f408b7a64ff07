import { type Cycle, CycleModel } from '../evaluation/cycle.model';
import { type Evaluation, EvaluationModel } from '../evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../evaluation/participant.model';
import { ParticipantStatus } from '../evaluation/participant-status';
import { hiddenGroups } from './anonymity.rules';
import { cycleContent } from './cycles.store';
import { requirementItems, type RequirementItems, SubjectLevels } from './gap.rules';

/** What the levels of somebody may be taken from. */
export interface LevelSource {
  /** Only cycles whose results are published: what the subjects themselves may know. */
  publishedOnly: boolean;
  /** Leaves out rater groups with fewer answers (decisions 6, "Anonymity"); null leaves out none. */
  anonymityMinimum: number | null;
}

/** The source of those who may know everything. */
export const EVERYTHING: LevelSource = { publishedOnly: false, anonymityMinimum: null };

/** The levels of one employee, and the cycle that they come from. */
export interface CurrentLevels {
  employeeId: string;
  cycle: LevelCycle;
  levels: SubjectLevels;
}

export type LevelCycle = Pick<Cycle, '_id' | 'name' | 'templateId' | 'settings'>;
type AnsweredRow = Pick<Participant, 'subjectId' | 'evaluatorType' | 'status' | 'answers'>;

/** With some ten evaluators each, a few thousand documents of answers are held at a time. */
const EMPLOYEES_PER_BATCH = 500;

/**
 * The levels of these employees as the newest cycle shows that has submitted answers about them and is closed: an open
 * one does not count yet (spec 2.6.7, decisions 7). Employees whom no such cycle knows are left out. Reads in batches of
 * 500 employees, one query for their cycles and one for each of the cycles that are needed.
 */
export async function* currentLevels(
  employeeIds: readonly string[],
  source: LevelSource = EVERYTHING,
): AsyncGenerator<CurrentLevels, void, undefined> {
  if (employeeIds.length === 0) return;
  const cycles = await closedCycles(source);
  const items = new Map<string, RequirementItems>();
  for (let start = 0; start < employeeIds.length; start += EMPLOYEES_PER_BATCH) {
    const open = new Set(employeeIds.slice(start, start + EMPLOYEES_PER_BATCH));
    const subjectsOf = await evaluatedSubjects([...open], cycles);
    for (const cycle of cycles) {
      const asked = (subjectsOf.get(cycle._id) ?? []).filter((id) => open.has(id));
      if (asked.length === 0) continue;
      const itemsOfCycle = items.get(cycle._id) ?? requirementItems(await cycleContent(cycle));
      items.set(cycle._id, itemsOfCycle);
      for (const [employeeId, rows] of await submittedRows(cycle._id, asked)) {
        open.delete(employeeId);
        const levels = new SubjectLevels(itemsOfCycle, cycle.settings.weights);
        for (const row of visibleRows(rows, source)) levels.add(row);
        yield { employeeId, cycle, levels };
      }
    }
  }
}

/** Cycles that were closed and not opened again, the newest first. */
function closedCycles({ publishedOnly }: LevelSource): Promise<LevelCycle[]> {
  return CycleModel.find({ closedAt: { $ne: null }, ...(publishedOnly ? { resultsPublishedAt: { $ne: null } } : {}) })
    .sort({ closedAt: -1, _id: 1 })
    .select('name templateId settings')
    .lean<LevelCycle[]>()
    .exec();
}

/** Who of these employees is a subject of which of these cycles: subject ids by cycle id. */
async function evaluatedSubjects(
  employeeIds: readonly string[],
  cycles: readonly LevelCycle[],
): Promise<Map<string, string[]>> {
  const rows = await EvaluationModel.find({
    subjectId: { $in: employeeIds },
    cycleId: { $in: cycles.map(({ _id }) => _id) },
  })
    .select({ _id: 0, cycleId: 1, subjectId: 1 })
    .lean<Pick<Evaluation, 'cycleId' | 'subjectId'>[]>();
  return grouped(
    rows,
    ({ cycleId }) => cycleId,
    ({ subjectId }) => subjectId,
  );
}

/** The submitted answers about these subjects of a cycle, by subject; comments stay in the database. */
async function submittedRows(cycleId: string, subjectIds: readonly string[]): Promise<Map<string, AnsweredRow[]>> {
  const rows = await ParticipantModel.find({
    cycleId,
    subjectId: { $in: subjectIds },
    status: SUBMITTED,
  })
    .select(ANSWERED_FIELDS)
    .lean<AnsweredRow[]>();
  return grouped(
    rows,
    ({ subjectId }) => subjectId,
    (row) => row,
  );
}

/** The participants whose answers count (spec 2.6.5). */
export const SUBMITTED = { $in: [ParticipantStatus.Submitted, ParticipantStatus.Acknowledged] };

/** What a level needs of a participant. */
export const ANSWERED_FIELDS = {
  _id: 0,
  subjectId: 1,
  evaluatorType: 1,
  status: 1,
  'answers.itemId': 1,
  'answers.score': 1,
  'answers.notApplicable': 1,
} as const;

function visibleRows(rows: readonly AnsweredRow[], { anonymityMinimum }: LevelSource): readonly AnsweredRow[] {
  if (anonymityMinimum === null) return rows;
  const groups = grouped(
    rows,
    ({ evaluatorType }) => evaluatorType,
    (row) => row,
  );
  const hidden = hiddenGroups(
    Array.from(groups, ([evaluatorType, { length }]) => ({ evaluatorType, submitted: length })),
    anonymityMinimum,
  );
  return rows.filter(({ evaluatorType }) => !hidden.has(evaluatorType));
}

function grouped<T, K, V>(rows: readonly T[], keyOf: (row: T) => K, valueOf: (row: T) => V): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(valueOf(row));
    else groups.set(keyOf(row), [valueOf(row)]);
  }
  return groups;
}

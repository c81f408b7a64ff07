import { addToSum, type SumValues } from '../../db/sums';
import { readSums } from '../../db/sums.store';
import { EVALUATOR_TYPES, type EvaluatorType } from '../../framework/evaluator-type';
import { ParticipantStatus } from '../participants/participant-status';
import { isListed } from '../participants/participation.rules';
import { Presence } from '../participants/presence';
import { CYCLE_FIGURES, type CycleFigureName, type ParticipantState, stateName } from '../subject-tally.rules';

/*
 * The kept figures of cycles (docs/adr/0026): sums over their subjects by presence and by the department of the generation.
 * `subject-tally.store` changes them with the subjects.
 */

/** Figures by name; those that no subject has added to are 0. */
export type CycleFigureValues = Readonly<Record<CycleFigureName, number>>;

/** The account of the subjects of a cycle with this presence; its parts are their departments. */
export function cycleAccount(cycleId: string, presence: Presence): string {
  return `cycle/${cycleId}/${presence}`;
}

/** Adds to the figures of a part of a cycle's subjects, which are its department, in the running transaction. */
export function addToCycle(cycleId: string, presence: Presence, departmentId: string | null, values: SumValues): void {
  addToSum(cycleAccount(cycleId, presence), departmentId ?? '', values);
}

/**
 * Counts a change of the evaluations of a cycle, also one that no figure shows, such as a potential. The cached figures of the
 * dashboard are counted again after it. Call it in the transaction of the change.
 */
export function countCycleChange(cycleId: string): void {
  addToCycle(cycleId, Presence.Present, null, { changes: 1 });
}

const NAMES: readonly CycleFigureName[] = [...CYCLE_FIGURES, 'changes'];
const NONE = Object.fromEntries(NAMES.map((name) => [name, 0])) as CycleFigureValues;

interface FigureGroup {
  account: string;
  part: string;
  values: CycleFigureValues;
}

const readFigures = (accounts: readonly string[], parts = false): Promise<FigureGroup[]> =>
  readSums(accounts, NAMES, { parts });

/** The figures of these cycles over the subjects who count; one query. */
export async function cycleSums(cycleIds: readonly string[]): Promise<(cycleId: string) => CycleFigureValues> {
  const accountOf = (cycleId: string): string => cycleAccount(cycleId, Presence.Present);
  const groups = await readFigures(cycleIds.map(accountOf));
  const found = new Map(groups.map(({ account, values }) => [account, values]));
  return (cycleId) => found.get(accountOf(cycleId)) ?? NONE;
}

/** The figures of a part of a cycle's subjects. */
export interface PartSums {
  /** The department of the generation; null for subjects without one. */
  departmentId: string | null;
  sums: CycleFigureValues;
}

/**
 * The figures of a cycle over the subjects with these presences, by presence and department; one query. Parts without
 * subjects are left out, unless `empty` asks for them.
 */
export async function partSums(
  cycleId: string,
  presences: readonly Presence[] = [Presence.Present],
  { empty = false }: { empty?: boolean } = {},
): Promise<PartSums[]> {
  const accounts = presences.map((presence) => cycleAccount(cycleId, presence));
  const groups = await readFigures(accounts, true);
  return groups
    .filter(({ values }) => empty || values.subjects > 0)
    .map(({ part, values }) => ({ departmentId: part === '' ? null : part, sums: values }));
}

/** The figures of a cycle over all subjects with these presences; one query. */
export async function presenceSums(cycleId: string, presences: readonly Presence[]): Promise<CycleFigureValues> {
  const accounts = presences.map((presence) => cycleAccount(cycleId, presence));
  return addUp((await readFigures(accounts)).map(({ values }) => values));
}

/** The presences of subjects whom lists for HR show: `isListed`. */
export const LISTED_PRESENCES: readonly Presence[] = Object.values(Presence).filter((subjectPresence) =>
  isListed({ subjectPresence }),
);

/** All these figures together. */
export function addUp(groups: readonly CycleFigureValues[]): CycleFigureValues {
  const total = { ...NONE };
  for (const values of groups) for (const name of NAMES) total[name] += values[name];
  return total;
}

/** Participants of a type, or of all, without those who are withdrawn. */
export function participantSums(
  sums: CycleFigureValues,
  types: readonly EvaluatorType[] = EVALUATOR_TYPES,
): { total: number; submitted: number } {
  let [total, submitted] = [0, 0];
  for (const type of types) {
    const answered = sums[stateName(type, 'submitted')] + sums[stateName(type, 'acknowledged')];
    submitted += answered;
    total += answered + sums[stateName(type, 'asked')];
  }
  return { total, submitted };
}

const STATES_OF: Readonly<Record<ParticipantStatus, readonly ParticipantState[]>> = {
  [ParticipantStatus.InProgress]: ['asked', 'withdrawn'],
  [ParticipantStatus.Submitted]: ['submitted'],
  [ParticipantStatus.Acknowledged]: ['acknowledged'],
};

/** Participants of these types with this status, or with any, withdrawn ones included. */
export function participantsIn(
  sums: CycleFigureValues,
  types: readonly EvaluatorType[],
  status?: ParticipantStatus,
): number {
  const states = status === undefined ? Object.values(STATES_OF).flat() : STATES_OF[status];
  return types.flatMap((type) => states.map((state) => sums[stateName(type, state)])).reduce((a, b) => a + b, 0);
}

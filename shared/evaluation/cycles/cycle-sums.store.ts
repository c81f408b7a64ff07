import { EVALUATOR_TYPES, type EvaluatorType } from '../../framework/evaluator-type';
import { ParticipantStatus } from '../participants/participant-status';
import { isListed } from '../participants/participation.rules';
import { Presence } from '../participants/presence';
import { CYCLE_FIGURES, type CycleFigureName, type ParticipantState, stateName } from '../subject-tally.rules';
import type { SumValues } from './sum.model';
import { addToSum, readSums } from './sums.store';

/*
 * The stored figures of cycles (docs/adr/0026): sums over their subjects by presence and by the department at generation.
 * `subject-tally.store` updates them together with the subjects.
 */

/** Figures by name; 0 when no subject has contributed. */
export type CycleFigureValues = Readonly<Record<CycleFigureName, number>>;

/** Returns the account of the subjects of a cycle with this presence; its parts are their departments. */
export function cycleAccount(cycleId: string, presence: Presence): string {
  return `cycle/${cycleId}/${presence}`;
}

/** Adds to the figures of one department's subjects in a cycle, within the running transaction. */
export function addToCycle(cycleId: string, presence: Presence, departmentId: string | null, values: SumValues): void {
  addToSum(cycleAccount(cycleId, presence), departmentId ?? '', values);
}

/**
 * Counts a change of a cycle's evaluations, even one that no stored figure shows, such as a potential; the cached
 * dashboard figures are then recalculated. Call it in the transaction of the change.
 */
export function countCycleChange(cycleId: string): void {
  addToCycle(cycleId, Presence.Present, null, { changes: 1 });
}

/** Counts a change after which earlier submissions of a cycle count differently: not a new submission. */
export function countPastChange(cycleId: string): void {
  addToCycle(cycleId, Presence.Present, null, { pastChanges: 1 });
}

/** Returns how many changes of a cycle were counted; one query that reads none of the figures of its departments. */
export async function cycleChanges(cycleId: string): Promise<{ changes: number; pastChanges: number }> {
  const [found] = await readSums([cycleAccount(cycleId, Presence.Present)], ['changes', 'pastChanges'], { part: '' });
  return found?.values ?? { changes: 0, pastChanges: 0 };
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

/** Returns the figures of these cycles over the subjects who count; one query. */
export async function cycleSums(cycleIds: readonly string[]): Promise<(cycleId: string) => CycleFigureValues> {
  const accountOf = (cycleId: string): string => cycleAccount(cycleId, Presence.Present);
  const groups = await readFigures(cycleIds.map(accountOf));
  const found = new Map(groups.map(({ account, values }) => [account, values]));
  return (cycleId) => found.get(accountOf(cycleId)) ?? NONE;
}

/** The figures of one department's subjects in a cycle. */
export interface PartSums {
  /** The department at generation; null for subjects without one. */
  departmentId: string | null;
  sums: CycleFigureValues;
}

/**
 * Returns the figures of a cycle over the subjects with these presences, by presence and department; one query. Parts
 * without subjects are omitted unless `empty` is set.
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

/** Returns the figures of a cycle over all subjects with these presences; one query. */
export async function presenceSums(cycleId: string, presences: readonly Presence[]): Promise<CycleFigureValues> {
  const accounts = presences.map((presence) => cycleAccount(cycleId, presence));
  return addUp((await readFigures(accounts)).map(({ values }) => values));
}

/** Returns the number of subjects of a cycle with these presences; one query. */
export async function subjectCount(cycleId: string, presences: readonly Presence[]): Promise<number> {
  const accounts = presences.map((presence) => cycleAccount(cycleId, presence));
  const groups = await readSums(accounts, ['subjects']);
  return groups.reduce((count, { values }) => count + values.subjects, 0);
}

/** The presences of subjects whom lists for HR include: `isListed`. */
export const LISTED_PRESENCES: readonly Presence[] = Object.values(Presence).filter((subjectPresence) =>
  isListed({ subjectPresence }),
);

export function addUp(groups: readonly CycleFigureValues[]): CycleFigureValues {
  const total = { ...NONE };
  for (const values of groups) for (const name of NAMES) total[name] += values[name];
  return total;
}

/** Returns the number of participants of a type, or of all types, without withdrawn ones. */
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

/** Returns the number of participants of these types, with this status or any, including withdrawn ones. */
export function participantsIn(
  sums: CycleFigureValues,
  types: readonly EvaluatorType[],
  status?: ParticipantStatus,
): number {
  const states = status === undefined ? Object.values(STATES_OF).flat() : STATES_OF[status];
  return types.flatMap((type) => states.map((state) => sums[stateName(type, state)])).reduce((a, b) => a + b, 0);
}

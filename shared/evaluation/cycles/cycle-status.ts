import { readEnumeration } from '../../kernel/enumeration';

/** State of an evaluation cycle, by the name that JSON carries. */
export enum CycleStatus {
  Draft = 'Draft',
  Open = 'Open',
  InProgress = 'InProgress',
  Closed = 'Closed',
  Archived = 'Archived',
}

/** The states in the order of their numbers: the index is the number that the API accepts too. */
export const CYCLE_STATUSES: readonly CycleStatus[] = [
  CycleStatus.Draft,
  CycleStatus.Open,
  CycleStatus.InProgress,
  CycleStatus.Closed,
  CycleStatus.Archived,
];

/** Numeric value of a state, 0..4. */
export function cycleStatusNumber(status: CycleStatus): number {
  return CYCLE_STATUSES.indexOf(status);
}

/** State named by a path segment or filter, which holds the number ("3") or the name ("Closed"); null when it is neither. */
export function parseCycleStatus(text: string): CycleStatus | null {
  return readEnumeration(CycleStatus, text);
}

/** True while participants may save and submit answers: Open or InProgress. */
export function answersAreWritable(status: CycleStatus): boolean {
  return status === CycleStatus.Open || status === CycleStatus.InProgress;
}

/** States in which participants answer. */
export const WRITABLE_CYCLES = CYCLE_STATUSES.filter(answersAreWritable);

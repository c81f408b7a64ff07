import { readEnumeration } from '../../kernel/enumeration';

/** Status of an evaluation cycle; JSON uses the names. */
export enum CycleStatus {
  Draft = 'Draft',
  Open = 'Open',
  InProgress = 'InProgress',
  Closed = 'Closed',
  Archived = 'Archived',
}

/** The statuses in the order of their numbers: the index is the number that the API also accepts. */
export const CYCLE_STATUSES: readonly CycleStatus[] = [
  CycleStatus.Draft,
  CycleStatus.Open,
  CycleStatus.InProgress,
  CycleStatus.Closed,
  CycleStatus.Archived,
];

/** Returns the number of a status, 0 to 4. */
export function cycleStatusNumber(status: CycleStatus): number {
  return CYCLE_STATUSES.indexOf(status);
}

/** Returns the status for a path segment or filter, a number ("3") or a name ("Closed"); null when it is neither. */
export function parseCycleStatus(text: string): CycleStatus | null {
  return readEnumeration(CycleStatus, text);
}

/** True while participants may save and submit answers: Open or InProgress. */
export function answersAreWritable(status: CycleStatus): boolean {
  return status === CycleStatus.Open || status === CycleStatus.InProgress;
}

export const WRITABLE_CYCLES = CYCLE_STATUSES.filter(answersAreWritable);

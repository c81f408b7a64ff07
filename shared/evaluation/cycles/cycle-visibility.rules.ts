import { type CycleSettings, ReleaseBy } from './cycle-settings.rules';
import { answersAreWritable, CycleStatus } from './cycle-status';
import type { Cycle } from './cycle.model';

export enum Audience {
  Hr = 'Hr',
  Manager = 'Manager',
  Subject = 'Subject',
}

/** What decides which cycles show gaps, the nine-box and results to whom (docs/behaviour.md, "Which cycle is shown"). */
export type CycleState = Pick<Cycle, 'status' | 'closedAt' | 'reopenedAt' | 'resultsPublishedAt'>;

/** True once a cycle is over: Closed or Archived. */
export function isOver(status: CycleStatus): boolean {
  return status === CycleStatus.Closed || status === CycleStatus.Archived;
}

/**
 * True when a cycle shows its own gaps, nine-box and levels: Closed, or Archived after a closing. Those of a reopened
 * cycle are hidden until it is closed again, since its answers may still change.
 */
export function showsGaps({ status, closedAt }: Pick<CycleState, 'status' | 'closedAt'>): boolean {
  return status === CycleStatus.Closed || (status === CycleStatus.Archived && closedAt !== null);
}

export enum GapSource {
  Own = 'Own',
  LastClosed = 'LastClosed',
  None = 'None',
}

/**
 * Returns whose gaps are returned for a cycle: before its first closing those of the last Closed cycle; for a reopened
 * cycle none.
 */
export function gapSource(cycle: Pick<CycleState, 'status' | 'closedAt' | 'reopenedAt'>): GapSource {
  if (showsGaps(cycle)) return GapSource.Own;
  return answersAreWritable(cycle.status) && !cycle.reopenedAt ? GapSource.LastClosed : GapSource.None;
}

export type ResultsState = Pick<CycleState, 'status' | 'reopenedAt' | 'resultsPublishedAt'> & {
  settings: Pick<CycleSettings, 'release'>;
};

export function isReleasedByManagers({ settings }: Pick<ResultsState, 'settings'>): boolean {
  return settings.release === ReleaseBy.Manager;
}

/**
 * Returns when the results of a subject were released to them, by their manager (`ownReleasedAt`) or by publishing;
 * null while they are not. Reopening withdraws both.
 */
export function resultsReleasedAt(
  cycle: Pick<ResultsState, 'reopenedAt' | 'resultsPublishedAt' | 'settings'>,
  ownReleasedAt: Date | null | undefined,
): Date | null {
  const { reopenedAt, resultsPublishedAt } = cycle;
  if (!ownReleasedAt || !isReleasedByManagers(cycle) || (reopenedAt && ownReleasedAt <= reopenedAt))
    return resultsPublishedAt;
  return ownReleasedAt;
}

/**
 * True when this audience reads results of the cycle: HR always, managers once it is over, subjects once they are released to
 * them. A reopened cycle shows them to managers only after the next publishing, unless managers release them.
 */
export function showsResults(
  cycle: ResultsState,
  audience: Audience,
  ownReleasedAt: Date | null | undefined = null,
): boolean {
  if (audience === Audience.Hr) return true;
  if (!isOver(cycle.status)) return false;
  if (audience === Audience.Subject) return resultsReleasedAt(cycle, ownReleasedAt) !== null;
  return isReleasedByManagers(cycle) || cycle.resultsPublishedAt !== null || !cycle.reopenedAt;
}

/** What a change of status does to a cycle besides the status. */
export interface StatusChange {
  changes: Partial<Pick<Cycle, 'openedAt' | 'closedAt' | 'reopenedAt' | 'resultsPublishedAt'>>;
  /** The cycle becomes Closed, also from Archived, so its gaps must be calculated. */
  closes: boolean;
}

/**
 * Returns what changes when a cycle enters a status at this time. Leaving Closed or Archived for another status reopens
 * the cycle and withdraws the publication. A Draft that starts taking answers is opened. Archiving keeps `closedAt`,
 * and so does the way back to Closed, which recalculates the gaps.
 */
export function enterStatus(
  before: Pick<CycleState, 'status' | 'closedAt'>,
  status: CycleStatus,
  at: Date,
): StatusChange {
  if (status === CycleStatus.Archived) return { changes: {}, closes: false };
  if (status === CycleStatus.Closed) {
    return { changes: showsGaps(before) ? {} : { closedAt: at }, closes: true };
  }
  const reopened = isOver(before.status) ? { reopenedAt: at } : {};
  const opened = before.status === CycleStatus.Draft && answersAreWritable(status) ? { openedAt: at } : {};
  return { changes: { closedAt: null, resultsPublishedAt: null, ...reopened, ...opened }, closes: false };
}

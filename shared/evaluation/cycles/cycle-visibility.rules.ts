import { answersAreWritable, CycleStatus } from './cycle-status';
import type { Cycle } from './cycle.model';

/** Who looks at the results of a cycle: HR, the managers of its subjects, or the subjects themselves. */
export enum Audience {
  Hr = 'Hr',
  Manager = 'Manager',
  Subject = 'Subject',
}

/** What decides which cycles show gaps, the nine-box and results to whom (decisions 6 and 8). */
export type CycleState = Pick<Cycle, 'status' | 'closedAt' | 'reopenedAt' | 'resultsPublishedAt'>;

/** True once a cycle is over: Closed or Archived. */
export function isOver(status: CycleStatus): boolean {
  return status === CycleStatus.Closed || status === CycleStatus.Archived;
}

/**
 * True when a cycle shows its own gaps, its nine-box and levels taken from its answers: Closed, or Archived after it was
 * closed. Those of a reopened cycle are hidden until it is closed again, since its answers may still change.
 */
export function showsGaps({ status, closedAt }: Pick<CycleState, 'status' | 'closedAt'>): boolean {
  return status === CycleStatus.Closed || (status === CycleStatus.Archived && closedAt !== null);
}

/** Whose gaps a reader gets who names a cycle. */
export enum GapSource {
  Own = 'Own',
  LastClosed = 'LastClosed',
  None = 'None',
}

/**
 * Whose gaps stand for those of a named cycle: before its first closing those of the last Closed cycle (spec 2.6.7). A
 * reopened cycle has none until it is closed again (decisions 8).
 */
export function gapSource(cycle: Pick<CycleState, 'status' | 'closedAt' | 'reopenedAt'>): GapSource {
  if (showsGaps(cycle)) return GapSource.Own;
  return answersAreWritable(cycle.status) && !cycle.reopenedAt ? GapSource.LastClosed : GapSource.None;
}

/**
 * True when this audience sees results of the cycle: HR always, managers once it is over, subjects once its results are
 * published. A cycle that was reopened shows them to managers only after the next publishing, too.
 */
export function showsResults(
  { status, reopenedAt, resultsPublishedAt }: Pick<CycleState, 'status' | 'reopenedAt' | 'resultsPublishedAt'>,
  audience: Audience,
): boolean {
  if (audience === Audience.Hr) return true;
  if (!isOver(status)) return false;
  const isPublished = resultsPublishedAt !== null;
  return audience === Audience.Manager ? isPublished || !reopenedAt : isPublished;
}

/** What a change of status does to a cycle besides the status. */
export interface StatusChange {
  changes: Partial<Pick<Cycle, 'closedAt' | 'reopenedAt' | 'resultsPublishedAt'>>;
  /** The cycle becomes Closed, so its gaps have to be calculated (spec 3.1), also for one that was Archived. */
  closes: boolean;
}

/**
 * What changes when a cycle enters a status at this time. Leaving Closed or Archived for any other status reopens the
 * cycle: its results are no longer published. Archiving keeps when it was closed, and so does the way back, which calculates the gaps again.
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
  return { changes: { closedAt: null, resultsPublishedAt: null, ...reopened }, closes: false };
}

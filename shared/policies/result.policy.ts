import { CycleStatus } from '../evaluation/cycles/cycle-status';
import {
  Audience,
  isReleasedByManagers,
  type ResultsState,
  showsResults,
} from '../evaluation/cycles/cycle-visibility.rules';
import type { Viewer } from './viewer';

/** What decides who may see a subject's results. */
export interface ResultOwner {
  subjectId: string;
  /** The subject's manager of today. */
  managerId: string | null;
  cycle: ResultsState;
  /** When the results were released to the subject alone. */
  releasedAt?: Date | null | undefined;
  /** False when the evaluation is withdrawn, because the subject left before the cycle was over. */
  counts: boolean;
}

/** How much of a subject's results a viewer gets: everything, or what protects the raters. */
export enum ResultView {
  Full = 'Full',
  Anonymous = 'Anonymous',
}

/**
 * HR sees the results of everyone in full; subjects see their own and managers those of their direct reports, without small
 * groups, as soon as the cycle shows them (`showsResults`); HR alone those of a withdrawn evaluation. Null: the viewer may not see
 * them.
 */
export function resultView(viewer: Viewer, owner: ResultOwner): ResultView | null {
  const audience = audienceOf(viewer, owner);
  if (audience === null || !showsResults(owner.cycle, audience, owner.releasedAt)) return null;
  return audience === Audience.Hr ? ResultView.Full : ResultView.Anonymous;
}

/** Whether a viewer releases the results of a subject who takes part: HR and the manager, once they see them. */
export function mayRelease(viewer: Viewer, owner: ResultOwner): boolean {
  const audience = audienceOf(viewer, owner);
  return (
    (audience === Audience.Hr || audience === Audience.Manager) && resultView(viewer, owner) !== null && owner.counts
  );
}

/** Why the results of a cycle are not released one by one, or null. */
export function releaseRefusal(cycle: Pick<ResultsState, 'status' | 'settings'>): string | null {
  if (!isReleasedByManagers(cycle))
    return 'HR releases the results of this cycle. Publish them, or set release to Manager.';
  return cycle.status === CycleStatus.Closed
    ? null
    : `The cycle is ${cycle.status}. Close it before you release its results.`;
}

function audienceOf({ isHr, employeeId }: Viewer, { subjectId, managerId, counts }: ResultOwner): Audience | null {
  if (isHr) return Audience.Hr;
  if (employeeId === null || !counts) return null;
  if (employeeId === subjectId) return Audience.Subject;
  return employeeId === managerId ? Audience.Manager : null;
}

/**
 * Whether the PDF that was made for `viewerId` (null: for HR) may be downloaded: by HR, and by that employee as long as the
 * results are shown to them. What was made for HR names raters, so no other role opens it, whoever asked for it.
 */
export function mayDownloadReport(
  viewer: Viewer,
  { viewerId }: { viewerId: string | null },
  owner: ResultOwner,
): boolean {
  if (resultView(viewer, owner) === null) return false;
  return viewer.isHr || (viewerId !== null && viewerId === viewer.employeeId);
}

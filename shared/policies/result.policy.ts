import { CycleStatus } from '../evaluation/cycles/cycle-status';
import {
  Audience,
  isReleasedByManagers,
  type ResultsState,
  showsResults,
} from '../evaluation/cycles/cycle-visibility.rules';
import { type Refusal, refusal } from '../kernel/refusals/refusal';
import type { Viewer } from './viewer';

/** What decides who may see a subject's results. */
export interface ResultOwner {
  subjectId: string;
  /** The subject's current manager. */
  managerId: string | null;
  cycle: ResultsState;
  /** When the results were released to this subject. */
  releasedAt?: Date | null | undefined;
  /** False when the evaluation is withdrawn, because the subject left before the cycle was over. */
  counts: boolean;
}

/** How much of a subject's results a viewer sees: everything, or what protects the raters. */
export enum ResultView {
  Full = 'Full',
  Anonymous = 'Anonymous',
}

/**
 * Returns how much a viewer sees: HR everyone's results in full; subjects their own and managers those of their direct
 * reports without small groups, once the cycle shows them (`showsResults`); only HR those of a withdrawn evaluation.
 * Null: the viewer may not see them.
 */
export function resultView(viewer: Viewer, owner: ResultOwner): ResultView | null {
  const audience = audienceOf(viewer, owner);
  if (audience === null || !showsResults(owner.cycle, audience, owner.releasedAt)) return null;
  return audience === Audience.Hr ? ResultView.Full : ResultView.Anonymous;
}

/** Whether a viewer may release the results of a subject who takes part: HR and the manager may, once they see them. */
export function mayRelease(viewer: Viewer, owner: ResultOwner): boolean {
  const audience = audienceOf(viewer, owner);
  return (
    (audience === Audience.Hr || audience === Audience.Manager) && resultView(viewer, owner) !== null && owner.counts
  );
}

/** Returns why the results of a cycle are not released one by one, or null. */
export function releaseRefusal(cycle: Pick<ResultsState, 'status' | 'settings'>): Refusal | null {
  if (!isReleasedByManagers(cycle)) return refusal('RESULTS_RELEASED_BY_HR');
  return cycle.status === CycleStatus.Closed ? null : refusal('CYCLE_NOT_CLOSED_FOR_RELEASE', { status: cycle.status });
}

function audienceOf({ isHr, employeeId }: Viewer, { subjectId, managerId, counts }: ResultOwner): Audience | null {
  if (isHr) return Audience.Hr;
  if (employeeId === null || !counts) return null;
  if (employeeId === subjectId) return Audience.Subject;
  return employeeId === managerId ? Audience.Manager : null;
}

/**
 * Whether the viewer may download a PDF that was made for `viewerId` (null: for HR): HR may, and that employee as long
 * as they may see the results. A PDF made for HR names raters, so no other role may, regardless of who started it.
 */
export function mayDownloadReport(
  viewer: Viewer,
  { viewerId }: { viewerId: string | null },
  owner: ResultOwner,
): boolean {
  if (resultView(viewer, owner) === null) return false;
  return viewer.isHr || (viewerId !== null && viewerId === viewer.employeeId);
}

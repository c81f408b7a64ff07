import type { Viewer } from './viewer';

/** Whose nomination it is, and who manages the subject in the cycle. */
export interface NominationOwner {
  subjectId: string;
  /** The manager of the evaluation, which follows a replacement. */
  managerId: string | null;
}

/** Whether the viewer is shown the nomination of another: to the manager of the evaluation and HR. */
export function maySeeNomination(viewer: Viewer, owner: NominationOwner): boolean {
  return viewer.isHr || (viewer.employeeId !== null && viewer.employeeId === owner.managerId);
}

/** Whether the viewer approves and returns it: who is shown it, but no one their own. */
export function mayDecideNomination(viewer: Viewer, owner: NominationOwner): boolean {
  return maySeeNomination(viewer, owner) && viewer.employeeId !== owner.subjectId;
}

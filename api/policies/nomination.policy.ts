import type { Viewer } from '../../shared/policies/viewer';

/** The subject of a nomination, and the manager in the cycle. */
export interface NominationOwner {
  subjectId: string;
  /** The manager of the evaluation; changes when HR replaces them. */
  managerId: string | null;
}

/** Whether the viewer may see another employee's nomination: the manager of the evaluation and HR may. */
export function maySeeNomination(viewer: Viewer, owner: NominationOwner): boolean {
  return viewer.isHr || (viewer.employeeId !== null && viewer.employeeId === owner.managerId);
}

/** Whether the viewer may approve and return a nomination: everyone who may see it, but no one their own. */
export function mayDecideNomination(viewer: Viewer, owner: NominationOwner): boolean {
  return maySeeNomination(viewer, owner) && viewer.employeeId !== owner.subjectId;
}

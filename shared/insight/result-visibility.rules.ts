import { CycleStatus } from '../evaluation/cycle-status';

/** Who asks for results. */
export interface ResultViewer {
  /** An HR role of the tenant. */
  isHr: boolean;
  /** The employee behind the account, if any. */
  employeeId: string | null;
}

/** What decides who may see a subject's results. */
export interface ResultOwner {
  subjectId: string;
  /** The subject's manager of today. */
  managerId: string | null;
  cycleStatus: CycleStatus;
  resultsPublished: boolean;
}

/** How much of a subject's results a viewer gets: everything, or what protects the raters (decisions 6, "Anonymity"). */
export enum ResultView {
  Full = 'Full',
  Anonymous = 'Anonymous',
}

/**
 * HR sees results always and in full; a manager those of direct reports once the cycle is Closed (or Archived, which it is
 * after that); a subject their own once published. Null: the viewer may not see them (decisions 6).
 */
export function resultView(viewer: ResultViewer, owner: ResultOwner): ResultView | null {
  if (viewer.isHr) return ResultView.Full;
  if (viewer.employeeId === null) return null;
  if (viewer.employeeId === owner.subjectId) return owner.resultsPublished ? ResultView.Anonymous : null;
  const isOver = owner.cycleStatus === CycleStatus.Closed || owner.cycleStatus === CycleStatus.Archived;
  return viewer.employeeId === owner.managerId && isOver ? ResultView.Anonymous : null;
}

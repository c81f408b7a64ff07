import type { Page } from '../http/pagination';
import type { Id } from '../http/types';

/** One peer that the plan would add, and why. */
export interface PeerPlanPick {
  subjectId: Id;
  /** Full name of the subject; null when the employee was deleted. */
  subject: string | null;
  evaluatorId: Id;
  /** Full name of the evaluator; null when the employee was deleted. */
  evaluator: string | null;
  /** What both have in common; empty when no closer colleague was available. */
  shared: ('department' | 'manager' | 'jobProfile')[];
  /**
   * Peer evaluations of the evaluator in this cycle after the assignment.
   * @example 4
   */
  load: number;
}

/** One peer of one subject. */
export interface PeerPair {
  subjectId: Id;
  evaluatorId: Id;
}

/** Which picks of a plan are assigned. */
export interface PeerSelection {
  /**
   * Picks of the plan that are not assigned. Requires `planId`.
   * @maxItems 1000 must have at most 1000 entries
   */
  without?: PeerPair[];
}

/** How many evaluators have this number of peer evaluations. */
export interface PeerPlanLoad {
  /** @example 4 */
  load: number;
  /** @example 31 */
  evaluators: number;
}

/** A subject below `minPeers`. */
export interface PeerPlanShortage {
  subjectId: Id;
  /** Full name of the subject; null when the employee was deleted. */
  subject: string | null;
  /** Peers of the subject after the assignment. */
  assigned: number;
}

/** A plan of peers that has not been assigned. */
export interface PeerPlanView {
  cycleId: Id;
  /** Number of peers that the plan adds. */
  assigned: number;
  maxPerEvaluator: number;
  /** The picked evaluators by their number of peer evaluations. */
  loads: PeerPlanLoad[];
  /** Number of subjects below `minPeers`. */
  belowMinimum: number;
  /** The first 100 of them. */
  shortages: PeerPlanShortage[];
  picks: Page<PeerPlanPick>;
}

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
   * Peer evaluations of the evaluator in this cycle, once the plan is carried out.
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

/** A subject who stays below `minPeers`. */
export interface PeerPlanShortage {
  subjectId: Id;
  /** Full name of the subject; null when the employee was deleted. */
  subject: string | null;
  /** Peers that the subject has once the plan is carried out. */
  assigned: number;
}

/** A plan of peers that has not been carried out. */
export interface PeerPlanView {
  cycleId: Id;
  /** Number of peers that the plan adds. */
  assigned: number;
  maxPerEvaluator: number;
  /** The evaluators whom the plan picks, by their number of peer evaluations. */
  loads: PeerPlanLoad[];
  /** Number of subjects who stay below `minPeers`. */
  belowMinimum: number;
  /** The first 100 of them. */
  shortages: PeerPlanShortage[];
  picks: Page<PeerPlanPick>;
}

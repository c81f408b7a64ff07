/** How far the nomination of a subject's peers is; Open also before the first draft. */
export enum NominationStatus {
  Open = 'Open',
  /** Waits for the manager. */
  Submitted = 'Submitted',
  /** The manager asks for another choice. */
  Returned = 'Returned',
  /** The peers are evaluators of the subject. */
  Approved = 'Approved',
}

/** The peers whom a subject names in a cycle. */
export interface Nomination {
  /** Null: Open, so that rows without a nomination are found as Open too. */
  status: Exclude<NominationStatus, NominationStatus.Open> | null;
  /** In the order in which they were named. */
  peerIds: string[];
  submittedAt: Date | null;
  decidedAt: Date | null;
  /** The account that approved or returned it. */
  decidedBy: string | null;
  /** Why it was returned last. */
  returnReason: string | null;
}

/** Why an employee cannot be named as a peer of a subject. */
export enum PeerObstacle {
  Subject = 'Subject',
  NotActive = 'NotActive',
  DirectReport = 'DirectReport',
  Manager = 'Manager',
  /** Evaluates the subject already. */
  HasRole = 'HasRole',
  /** Has as many evaluations to write as the cycle allows. */
  MaxEvaluations = 'MaxEvaluations',
}

/** Status of the nomination of a subject's peers; Open also before the first draft. */
export enum NominationStatus {
  Open = 'Open',
  /** Waits for the manager. */
  Submitted = 'Submitted',
  /** The manager asked for another choice. */
  Returned = 'Returned',
  /** The peers are evaluators of the subject. */
  Approved = 'Approved',
}

/** Someone without an account whom a subject names, to be asked as a Stakeholder. */
export interface NominatedGuest {
  email: string;
  name: string;
  /** The language of emails and forms; null: the organization's. */
  locale: string | null;
}

/** The peers, and guests, whom a subject nominates in a cycle. */
export interface Nomination {
  /** Null means Open, so that a query also finds rows without a nomination. */
  status: Exclude<NominationStatus, NominationStatus.Open> | null;
  /** In the order of nomination. */
  peerIds: string[];
  /** Omitted before guests could be named. Guests of the cycle once approved. */
  guests?: NominatedGuest[];
  submittedAt: Date | null;
  decidedAt: Date | null;
  /** The account that approved or returned it. */
  decidedBy: string | null;
  /** The reason of the last return. */
  returnReason: string | null;
}

/** Why an employee cannot be named as a peer of a subject. */
export enum PeerObstacle {
  Subject = 'Subject',
  NotActive = 'NotActive',
  DirectReport = 'DirectReport',
  Manager = 'Manager',
  /** Already evaluates the subject. */
  HasRole = 'HasRole',
  /** Writes as many evaluations as the cycle allows. */
  MaxEvaluations = 'MaxEvaluations',
}

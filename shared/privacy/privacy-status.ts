/** What a person asks for. */
export enum PrivacyKind {
  Access = 'Access',
  Erasure = 'Erasure',
}

/** How far a request is: jobs collect and complete, people decide in Review. */
export enum PrivacyStatus {
  Collecting = 'Collecting',
  Review = 'Review',
  Completing = 'Completing',
  Completed = 'Completed',
  Cancelled = 'Cancelled',
}

/** Requests that no one has completed or cancelled. */
export const OPEN_STATUSES: readonly PrivacyStatus[] = [
  PrivacyStatus.Collecting,
  PrivacyStatus.Review,
  PrivacyStatus.Completing,
];

/** What to do with a comment in an access file, or with a text that mentions someone whose data is erased. */
export enum TextDecision {
  Release = 'Release',
  Withhold = 'Withhold',
  Redact = 'Redact',
  Keep = 'Keep',
}

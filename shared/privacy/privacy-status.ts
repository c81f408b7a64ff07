/** What is requested. */
export enum PrivacyKind {
  Access = 'Access',
  Erasure = 'Erasure',
}

/** Status of a request: jobs collect and complete, users decide in Review. */
export enum PrivacyStatus {
  Collecting = 'Collecting',
  Review = 'Review',
  Completing = 'Completing',
  Completed = 'Completed',
  Cancelled = 'Cancelled',
}

/** Statuses before completion or cancellation. */
export const OPEN_STATUSES: readonly PrivacyStatus[] = [
  PrivacyStatus.Collecting,
  PrivacyStatus.Review,
  PrivacyStatus.Completing,
];

/** What happens to a comment in an access file, or to a text that mentions an erased person. */
export enum TextDecision {
  Release = 'Release',
  Withhold = 'Withhold',
  Redact = 'Redact',
  Keep = 'Keep',
}

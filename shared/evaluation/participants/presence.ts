/** Whether an employee or a guest takes part in evaluations, as stored in the rows of a cycle; omitted means Present. */
export enum Presence {
  Present = 'Present',
  /** Terminated while the cycle was not over. */
  Left = 'Left',
  Deleted = 'Deleted',
  /** HR withdrew the subject from this cycle; of a guest, HR or the guest withdrew the evaluation. */
  Withdrawn = 'Withdrawn',
}

export const GONE: readonly Presence[] = [Presence.Left, Presence.Deleted, Presence.Withdrawn];

/** True when the employee no longer takes part. */
export function isGone(presence: Presence): boolean {
  return GONE.includes(presence);
}

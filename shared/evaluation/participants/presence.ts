/** Whether an employee takes part in evaluations, as stored in the rows of a cycle; omitted means Present. */
export enum Presence {
  Present = 'Present',
  /** Terminated while the cycle was not over. */
  Left = 'Left',
  Deleted = 'Deleted',
}

/** The presences of employees who no longer take part. */
export const GONE: readonly Presence[] = [Presence.Left, Presence.Deleted];

/** True when the employee no longer takes part. */
export function isGone(presence: Presence): boolean {
  return GONE.includes(presence);
}

/** State of a goal. */
export enum GoalStatus {
  Draft = 'Draft',
  Active = 'Active',
  Completed = 'Completed',
  Cancelled = 'Cancelled',
}

const NEXT: Readonly<Record<GoalStatus, readonly GoalStatus[]>> = {
  Draft: [GoalStatus.Active, GoalStatus.Cancelled],
  Active: [GoalStatus.Draft, GoalStatus.Completed, GoalStatus.Cancelled],
  Completed: [GoalStatus.Active],
  Cancelled: [GoalStatus.Draft, GoalStatus.Active],
};

/** The statuses that may follow a status; staying in the same status is not a change. */
export function nextGoalStates(status: GoalStatus): readonly GoalStatus[] {
  return NEXT[status];
}

/** Whether the key results of a goal may change: they are frozen once it is Completed or Cancelled. */
export function isOpenGoal(status: GoalStatus): boolean {
  return status === GoalStatus.Draft || status === GoalStatus.Active;
}

export const OPEN_GOALS = Object.values(GoalStatus).filter(isOpenGoal);

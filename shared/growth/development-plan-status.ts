/** State of a development plan. */
export enum DevelopmentPlanStatus {
  Draft = 'Draft',
  PendingApproval = 'PendingApproval',
  Approved = 'Approved',
  Rejected = 'Rejected',
  InProgress = 'InProgress',
  Completed = 'Completed',
  Cancelled = 'Cancelled',
}

/** Statuses of plans that are neither completed nor cancelled. */
export const OPEN_PLANS = Object.values(DevelopmentPlanStatus).filter(
  (status) => status !== DevelopmentPlanStatus.Completed && status !== DevelopmentPlanStatus.Cancelled,
);

/** How an action develops: by experience, by exchange with others, by courses (the 70-20-10 model). */
export enum PlanActionType {
  Experience = 'Experience',
  Social = 'Social',
  Formal = 'Formal',
}

export enum PlanActionStatus {
  NotStarted = 'NotStarted',
  InProgress = 'InProgress',
  Completed = 'Completed',
  Cancelled = 'Cancelled',
}

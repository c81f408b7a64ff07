/** Statuses of an employee; only Active ones are evaluated and count towards the plan limit. */
export enum EmployeeStatus {
  Active = 'Active',
  OnLeave = 'OnLeave',
  Terminated = 'Terminated',
}

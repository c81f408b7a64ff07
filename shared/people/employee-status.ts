/** Employee states (spec 3.4); only Active ones are evaluated and count for the plan limit. */
export enum EmployeeStatus {
  Active = 'Active',
  OnLeave = 'OnLeave',
  Terminated = 'Terminated',
}

/** Employee states; only Active ones are evaluated and count for the plan limit. */
export enum EmployeeStatus {
  Active = 'Active',
  OnLeave = 'OnLeave',
  Terminated = 'Terminated',
}

/** Who looks at goals or development plans, and who reports to them. */
export interface ReportingViewer {
  /** An HR role of the tenant. */
  isHr: boolean;
  /** The employee behind the account, if any. */
  employeeId: string | null;
  /** Employees who report to the viewer directly. */
  directReportIds: ReadonlySet<string>;
  /** Everyone below the viewer, the direct reports too. */
  reportIds: ReadonlySet<string>;
}

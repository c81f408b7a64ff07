import { type Subordinate, subordinatesOf } from '../../shared/people/reporting-line.store';
import { type ReportingViewer, signedIn } from '../../shared/policies/viewer';

/**
 * The caller and who reports to them; for HR no one is looked up, since HR sees all. One query for those who manage
 * no one, one more for each level below the others.
 */
export async function reportingViewer(): Promise<ReportingViewer & { reports: readonly Subordinate[] }> {
  const { isHr, employeeId } = signedIn();
  const reports = isHr || employeeId === null ? [] : await subordinatesOf(employeeId);
  return {
    isHr,
    employeeId,
    directReportIds: new Set(reports.filter(({ isDirect }) => isDirect).map(({ id }) => id)),
    reportIds: new Set(reports.map(({ id }) => id)),
    reports,
  };
}

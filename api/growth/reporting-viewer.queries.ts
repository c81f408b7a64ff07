import { type ReportingViewer, signedIn } from '../../shared/policies/viewer';
import { type Subordinate, subordinatesOf } from '../people/reporting-line.store';

/**
 * Returns the caller with their subordinates; without them for HR, who sees everyone. One query for those without
 * subordinates, one more for each further level.
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

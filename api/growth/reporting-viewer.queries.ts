import type { ReportingViewer } from '../../shared/growth/reporting-viewer';
import { actor } from '../../shared/kernel/context';
import { isHr } from '../../shared/kernel/permissions';
import { type Subordinate, subordinatesOf } from '../../shared/people/reporting-line.store';

/**
 * The caller and who reports to them; for HR no one is looked up, since HR sees all. One query for those who manage
 * no one, one more for each level below the others.
 */
export async function reportingViewer(): Promise<ReportingViewer & { reports: readonly Subordinate[] }> {
  const { roles, employeeId } = actor();
  const reports = isHr(roles) || employeeId === null ? [] : await subordinatesOf(employeeId);
  return {
    isHr: isHr(roles),
    employeeId,
    directReportIds: new Set(reports.filter(({ isDirect }) => isDirect).map(({ id }) => id)),
    reportIds: new Set(reports.map(({ id }) => id)),
    reports,
  };
}

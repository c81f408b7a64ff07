import type { ReportingViewer } from '../../shared/growth/reporting-viewer';
import { actor } from '../../shared/kernel/context';
import { isHr } from '../../shared/kernel/permissions';
import { type Report, reportsBelow } from '../../shared/people/reporting-line.store';

/**
 * The caller and who reports to them; for HR nobody is looked up, since HR sees all. One query for those who manage
 * nobody, one more for each level below the others.
 */
export async function reportingViewer(): Promise<ReportingViewer & { reports: readonly Report[] }> {
  const { roles, employeeId } = actor();
  const reports = isHr(roles) || employeeId === null ? [] : await reportsBelow(employeeId);
  return {
    isHr: isHr(roles),
    employeeId,
    directReportIds: new Set(reports.filter(({ isDirect }) => isDirect).map(({ id }) => id)),
    reportIds: new Set(reports.map(({ id }) => id)),
    reports,
  };
}

import { findVisibleResult } from '../../shared/insight/subject-result.store';
import type { ExportResult } from '../../shared/jobs/export-result';
import { notFound } from '../../shared/kernel/errors';
import { viewerLocale } from '../../shared/platform/accounts/viewer-locale.store';
import { ResultView } from '../../shared/policies/result.policy';
import { RENDERING, defineJob, type Run } from '../define-job';
import { pdfPrinter } from '../render/pdf-printer';
import { reportHtml } from '../render/report/report.html';
import { exportFileName, PDF, saveExport } from './export-file';
import { shownLimits, subjectReports } from './subject-reports';

/**
 * Exports the evaluation report of one subject as a PDF with what its viewer may see when the job runs, since a cycle
 * may have been reopened after the request. Uses the language of the user who requested it. Throws NOT_FOUND.
 */
export const exportReport = defineJob({
  name: 'insight.export-report',
  retry: RENDERING,
  onFailed: null,
  run: render,
});

async function render(run: Run<'insight.export-report'>): Promise<ExportResult> {
  const { cycleId, subjectId, viewerId } = run.payload;
  const viewer = { isHr: viewerId === null, employeeId: viewerId };
  const { cycle, view } = await findVisibleResult(viewer, cycleId, subjectId);
  const limitsOf = view === ResultView.Full ? null : await shownLimits(cycle, [subjectId]);
  const locale = await viewerLocale(run.requestedBy);
  const data = (await subjectReports(cycle, [subjectId], { limitsOf, localeOf: () => locale })).get(subjectId);
  if (!data) throw notFound();
  await run.progress(0, 2);
  const pdf = await pdfPrinter().render(reportHtml(data));
  const name = exportFileName(['Evaluation report', data.subject.name, cycle.name], 'pdf');
  await run.progress(1, 2);
  return saveExport(run, { name, contentType: PDF }, async (destination) => {
    destination.end(pdf);
  });
}

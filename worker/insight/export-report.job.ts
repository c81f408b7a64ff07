import { translateTemplate } from '../../shared/framework/template-translation.rules';
import { translationsFor } from '../../shared/framework/template-translation.store';
import { snapshotNames } from '../../shared/insight/snapshot-names.store';
import { subjectResult } from '../../shared/insight/subject-result.rules';
import { findVisibleResult, subjectEvidence } from '../../shared/insight/subject-result.store';
import { viewerLimits } from '../../shared/insight/viewer-limits.store';
import type { ExportResult } from '../../shared/jobs/contract';
import { now } from '../../shared/kernel/clock';
import { viewerLocale } from '../../shared/platform/accounts/viewer-locale.store';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { ResultView } from '../../shared/policies/result.policy';
import { RENDERING, defineJob, type Run } from '../define-job';
import { toLocale } from '../render/locale';
import { pdfPool } from '../render/renderers';
import { reportHtml } from '../render/report/report.html';
import { exportFileName, PDF, saveExport } from './export-file';
import { reportData } from './report-data';

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
  const [tenant, visible] = await Promise.all([currentTenant(), findVisibleResult(viewer, cycleId, subjectId)]);
  const { cycle, evaluated, view } = visible;
  const limits = view === ResultView.Full ? null : (await viewerLimits(cycleId, [subjectId]))(subjectId);
  const locale = await viewerLocale(run.requestedBy);
  const found = await subjectEvidence(cycle, evaluated.evaluation);
  const content = translateTemplate(found.content, await translationsFor(cycle.templateId, locale));
  const evidence = { ...found, content };
  const data = reportData({
    tenant,
    locale: toLocale(locale),
    cycle,
    evaluated,
    names: await snapshotNames([evaluated.evaluation]),
    scale: content.scale,
    result: subjectResult(evidence, limits),
    at: now(),
  });
  await run.progress(0, 2);
  const pdf = await pdfPool().render(reportHtml(data));
  const name = exportFileName(['Evaluation report', data.subject.name, cycle.name], 'pdf');
  return saveExport(run, { name, contentType: PDF }, async (destination) => {
    destination.end(pdf);
  });
}

import { findCycle, shownGaps } from '../../shared/evaluation/cycles/cycle.store';
import { round2OrNull } from '../../shared/evaluation/score.rules';
import { cycleOfGaps } from '../../shared/insight/cycles.store';
import { type Heatmap, readHeatmap } from '../../shared/insight/gaps/heatmap.store';
import { snapshotNames } from '../../shared/insight/snapshot-names.store';
import type { ExportResult } from '../../shared/jobs/export-result';
import { now } from '../../shared/kernel/clock';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { RENDERING, defineJob, type Run } from '../define-job';
import type { HeatmapRow } from '../render/heatmap.data';
import { writeHeatmapWorkbook } from '../render/heatmap.xlsx';
import { toLocale } from '../render/locale';
import { exportFileName, saveExport, XLSX } from './export-file';
import { exportNotes } from './export-notes';

/** Exports the gap heatmap of a cycle as a workbook, streamed row by row; before its first closing, of the last Closed one. */
export const exportHeatmap = defineJob({
  name: 'insight.export-heatmap',
  retry: RENDERING,
  onFailed: null,
  run: render,
});

async function render(run: Run<'insight.export-heatmap'>): Promise<ExportResult> {
  const { cycleId, departmentId, jobProfileId } = run.payload;
  const [tenant, cycle] = await Promise.all([currentTenant(), findCycle(cycleId).then(cycleOfGaps)]);
  const names = await snapshotNames([{ departmentId, jobProfileId }]);
  await run.progress(0, 2);
  const heatmap = await readHeatmap(cycle, { departmentId, jobProfileId });
  const locale = toLocale(tenant.locale);
  const name = exportFileName(['Gap heatmap', cycle.name], 'xlsx');
  await run.progress(1, 2);
  return saveExport(run, { name, contentType: XLSX }, (destination) =>
    writeHeatmapWorkbook(
      {
        cycle: { name: cycle.name },
        department: names.department(departmentId),
        jobProfile: names.jobProfile(jobProfileId),
        generatedAt: now(),
        locale,
        subjects: heatmap.subjects,
        rows: roundedRows(heatmap),
        ...(shownGaps(cycle).runId === null ? { note: exportNotes[locale].noGaps } : {}),
      },
      destination,
    ),
  );
}

/** Rounds to two decimals, half up, like the JSON. */
function* roundedRows(heatmap: Heatmap): Generator<HeatmapRow> {
  for (const row of heatmap.rows())
    yield { ...row, averageGap: round2OrNull(row.averageGap), percent: round2OrNull(row.percent) };
}

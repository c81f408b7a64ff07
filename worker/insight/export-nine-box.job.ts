import { findCycle, shownGaps } from '../../shared/evaluation/cycles/cycle.store';
import { round2 } from '../../shared/evaluation/score.rules';
import { lastClosedCycle } from '../../shared/insight/cycles.store';
import { BOX_LABELS } from '../../shared/insight/nine-box.rules';
import { type NineBoxMap, readNineBox } from '../../shared/insight/nine-box.store';
import { snapshotNames } from '../../shared/insight/snapshot-names.store';
import type { ExportResult } from '../../shared/jobs/export-result';
import { now } from '../../shared/kernel/clock';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { RENDERING, defineJob, type Run } from '../define-job';
import { type Locale, toLocale } from '../render/locale';
import type { NineBoxData } from '../render/nine-box.data';
import { writeNineBoxWorkbook } from '../render/nine-box.xlsx';
import { exportFileName, saveExport, XLSX } from './export-file';
import { exportNotes } from './export-notes';

/** Exports the nine-box of a cycle, by default the last Closed one, as a workbook. */
export const exportNineBox = defineJob({
  name: 'insight.export-nine-box',
  retry: RENDERING,
  onFailed: null,
  run: render,
});

async function render(run: Run<'insight.export-nine-box'>): Promise<ExportResult> {
  const { cycleId, departmentId, jobProfileId } = run.payload;
  const [tenant, cycle] = await Promise.all([
    currentTenant(),
    cycleId === null ? lastClosedCycle() : findCycle(cycleId),
  ]);
  const names = await snapshotNames([{ departmentId, jobProfileId }]);
  await run.progress(0, 2);
  const locale = toLocale(tenant.locale);
  const notes = exportNotes[locale];
  const map = await readNineBox(
    cycle,
    tenant.settings.nineBox,
    { departmentId, jobProfileId },
    ({ name: subject }) => subject,
  );
  const note = !cycle ? notes.noClosedCycle : shownGaps(cycle).runId === null ? notes.noGaps : undefined;
  const name = exportFileName(['Nine-box', ...(cycle ? [cycle.name] : [])], 'xlsx');
  await run.progress(1, 2);
  return saveExport(run, { name, contentType: XLSX }, (destination) =>
    writeNineBoxWorkbook(
      {
        cycle: cycle && { name: cycle.name },
        department: names.department(departmentId),
        jobProfile: names.jobProfile(jobProfileId),
        generatedAt: now(),
        locale,
        scale: map.scale && { min: map.scale.min, max: map.scale.max },
        ...toBoxes(map, locale),
        ...(note ? { note } : {}),
      },
      destination,
    ),
  );
}

function toBoxes(map: NineBoxMap<string>, locale: Locale): Pick<NineBoxData, 'boxes' | 'unplaced'> {
  const boxes: NineBoxData['boxes'] = BOX_LABELS.map((label, box) => ({ box, label, employees: [] }));
  for (const { subject, placement } of map.placed)
    boxes[placement.box]?.employees.push({
      name: subject,
      performanceScore: round2(placement.performanceScore),
      potentialScore: round2(placement.potentialScore),
      potentialLevel: `${placement.potentialLevel}`,
    });
  const { unplaced } = exportNotes[locale];
  return {
    boxes,
    unplaced: map.unplaced.map(({ subject, reason }) => ({ name: subject, reason: unplaced[reason] })),
  };
}

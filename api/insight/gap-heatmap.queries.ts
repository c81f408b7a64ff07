import { findCycle, shownGaps } from '../../shared/evaluation/cycles/cycle.store';
import { cycleOfGaps, lastClosedCycle } from '../../shared/insight/cycles.store';
import { type Heatmap, readHeatmap } from '../../shared/insight/gaps/heatmap.store';
import { snapshotNames } from '../../shared/insight/snapshot-names.store';
import type { Selection } from './export-selection.service';
import { type HeatmapView, toHeatmapView } from './gap-heatmap.dto';
import { snapshotChoices } from './snapshot-choices.store';

const NO_HEATMAP: Heatmap = { subjects: [], *rows() {} };

/**
 * Returns the gap heatmap of a cycle, before its first closing that of the last Closed one, which is also the default;
 * empty when there is none. Throws NOT_FOUND for an unknown cycle.
 */
export async function getHeatmap(cycleId: string | undefined, selection: Selection): Promise<HeatmapView> {
  const cycle = cycleId === undefined ? await lastClosedCycle() : await cycleOfGaps(await findCycle(cycleId));
  const [heatmap, names, choices] = await Promise.all([
    cycle ? readHeatmap(cycle, selection) : NO_HEATMAP,
    snapshotNames([selection]),
    snapshotChoices(cycle?._id ?? null),
  ]);
  return toHeatmapView(heatmap, cycle && { ...cycle, gaps: shownGaps(cycle) }, selection, { names, choices });
}

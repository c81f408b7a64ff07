import { findCycle } from '../../shared/evaluation/cycle.store';
import { cycleOfGaps } from '../../shared/insight/cycles.store';
import { readHeatmap } from '../../shared/insight/heatmap.store';
import { snapshotNames } from '../../shared/insight/snapshot-names.store';
import type { Selection } from './export-selection.service';
import { type HeatmapView, toHeatmapView } from './gap-heatmap.dto';

/** The gap heatmap of a cycle, while it is open that of the one closed last; throws NOT_FOUND. */
export async function getHeatmap(cycleId: string, selection: Selection): Promise<HeatmapView> {
  const cycle = await cycleOfGaps(await findCycle(cycleId));
  const [heatmap, names] = await Promise.all([readHeatmap(cycle, selection), snapshotNames([selection])]);
  return toHeatmapView(heatmap, cycle, selection, names);
}

import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { enqueue } from '../../shared/jobs/enqueue';
import type { Job } from '../../shared/jobs/job.model';
import { checkedSelection } from './export-selection.service';
import type { ExportHeatmapRequest } from './gap-heatmap.dto';

/** Starts the export of a cycle's heatmap; throws NOT_FOUND when the cycle, department or job profile is missing. */
export async function startHeatmapExport({ cycleId, ...selection }: ExportHeatmapRequest): Promise<Job> {
  await findCycle(cycleId);
  return enqueue('insight.export-heatmap', { cycleId, ...(await checkedSelection(selection)) });
}

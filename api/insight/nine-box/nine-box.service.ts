import { findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { enqueue } from '../../../shared/jobs/enqueue';
import type { Job } from '../../../shared/jobs/job.model';
import { checkedSelection } from '../export-selection.service';
import type { ExportNineBoxRequest } from './nine-box.dto';

/** Starts the export of a nine-box; throws NOT_FOUND when the cycle, department or job profile is missing. */
export async function startNineBoxExport({ cycleId = null, ...selection }: ExportNineBoxRequest): Promise<Job> {
  if (cycleId !== null) await findCycle(cycleId);
  return enqueue('insight.export-nine-box', { cycleId, ...(await checkedSelection(selection)) });
}

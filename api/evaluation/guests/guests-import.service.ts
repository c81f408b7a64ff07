import { assertOpenToParticipants, findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { GUEST_CSV_COLUMNS } from '../../../shared/evaluation/guests/guest-csv.rules';
import { enqueue } from '../../../shared/jobs/enqueue';
import type { Job } from '../../../shared/jobs/job.model';
import { storeCsvUpload } from '../../http/csv-upload';
import type { Upload } from '../../http/upload';
import { assertGuestsAllowed } from './guest-invitations.service';

/** Stores an uploaded CSV file of guests and starts its import; throws NOT_FOUND, CONFLICT, VALIDATION, PAYLOAD_TOO_LARGE. */
export async function startGuestImport(
  cycleId: string,
  upload: Upload,
  dryRun: boolean,
): Promise<Job & { type: 'evaluation.import-guests' }> {
  assertOpenToParticipants(await findCycle(cycleId));
  await assertGuestsAllowed();
  const fileId = await storeCsvUpload(upload, GUEST_CSV_COLUMNS);
  return enqueue('evaluation.import-guests', { cycleId, fileId, dryRun });
}

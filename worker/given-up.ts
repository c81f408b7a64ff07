import { failGaps } from '../shared/evaluation/cycles/cycle.store';
import type { Payload } from '../shared/jobs/contract';
import type { Job } from '../shared/jobs/job.model';

/** Tells those who wait for a job that it was given up because its workers died; a handler that fails says so itself. */
export async function handleDeadLetter(job: Job): Promise<void> {
  if (job.type !== 'insight.recalculate-gaps') return;
  // The row stores its payload untyped; it was enqueued under this type.
  await failGaps((job.payload as Payload<'insight.recalculate-gaps'>).cycleId);
}

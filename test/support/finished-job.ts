import { waitForJob } from '../../api/platform/jobs/watch';
import type { JobName, Payload } from '../../shared/jobs/contract';
import { type Job, JobModel } from '../../shared/jobs/job.model';

/** The job once it has ended; one whose ticket was lost gets another after a quarter of a minute. */
export const endOf = (job: Job): Promise<Job> => waitForJob(job, 60);

/** The job of the context's tenant with this payload, once it has ended. */
export async function finishedJob<N extends JobName>(type: N, payload: Payload<N>): Promise<Job> {
  const job = await JobModel.findOne({ type, payload }).sort({ createdAt: -1 }).orFail().lean<Job>();
  return endOf(job);
}

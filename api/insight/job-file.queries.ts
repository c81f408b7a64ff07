import { assertMayDownload } from '../../shared/insight/subject-result.store';
import { type Job, JobStatus } from '../../shared/jobs/job.model';
import { payloadOf, repeatRule } from '../../shared/jobs/payload';
import { conflict, notFound } from '../../shared/kernel/errors';
import { sentence } from '../../shared/kernel/refusals/sentence';
import { signedIn } from '../../shared/policies/viewer';
import { findJob } from '../platform/jobs/jobs.queries';
import { mayRepeat } from '../policies/job.policy';

/**
 * Returns a job whose file the caller may download: the caller sees the job and could request the file now. Throws
 * NOT_FOUND otherwise, and CONFLICT before the job has succeeded.
 */
export async function findJobWithFile(id: string): Promise<Job> {
  const job = await findJob(id);
  const viewer = signedIn();
  if (!mayRepeat(viewer, repeatRule(job))) throw notFound();
  const { type, payload } = job;
  if (type === 'insight.export-report') await assertMayDownload(viewer, payloadOf({ type, payload }));
  if (job.status !== JobStatus.Succeeded)
    throw conflict(sentence`The job is ${job.status}. Download its file after it has Succeeded.`);
  return job;
}

import { listRows } from '../../shared/db/list';
import { JOB_NAMES } from '../../shared/jobs/contract';
import { type Job, JobModel, JobStatus } from '../../shared/jobs/job.model';
import { actor } from '../../shared/kernel/context';
import { enumerationFilter } from '../../shared/kernel/enumeration';
import { invalid, notFound } from '../../shared/kernel/errors';
import { isHr } from '../../shared/kernel/permissions';
import type { PageRequest } from '../http/pagination';

/** HR roles see the tenant's jobs, others their own (decisions 3). */
function visible(): { requestedBy?: string } {
  const { roles, userId } = actor();
  return isHr(roles) ? {} : { requestedBy: userId };
}

/** Jobs that the caller may see, newest first, without their results; `type` and `status` filter. */
export async function listJobs(
  filter: { type?: string; status?: string },
  page: PageRequest,
): Promise<{ rows: Job[]; totalCount: number }> {
  const status = enumerationFilter(JobStatus, filter.status, 'status');
  const type = JOB_NAMES.find((name) => name === filter.type);
  if (filter.type !== undefined && !type)
    throw invalid({ field: 'type', message: `must be one of ${JOB_NAMES.join(', ')}` });
  const { rows, totalCount } = await listRows(
    JobModel,
    { ...visible(), ...(type ? { type } : {}), ...(status ? { status } : {}) },
    { createdAt: -1 },
    page,
  );
  return { rows: rows.map((row) => ({ ...row, result: null })), totalCount };
}

/** One job that the caller may see; throws NOT_FOUND. */
export async function findJob(id: string): Promise<Job> {
  const job = await JobModel.findOne({ _id: id, ...visible() }).lean<Job>();
  if (!job) throw notFound();
  return job;
}

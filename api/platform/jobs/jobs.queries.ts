import { listRows } from '../../../shared/db/list';
import { type ImportResult, type ImportRow, type ImportSummary, JOB_NAMES } from '../../../shared/jobs/contract';
import { ROW_FILTERS } from '../../../shared/jobs/import-report';
import { allImportRows, listImportRows } from '../../../shared/jobs/import-report.store';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { enumerationFilter } from '../../../shared/kernel/enumeration';
import { conflict, invalid, notFound } from '../../../shared/kernel/errors';
import { sentence } from '../../../shared/kernel/refusals/sentence';
import { signedIn } from '../../../shared/policies/viewer';
import type { PageRequest } from '../../http/pagination';
import { maySeeJob, visibleJobs } from '../../policies/job.policy';

/** Returns the jobs that the caller may see, newest first, without their results; `type` and `status` filter. */
export async function listJobs(
  filter: { type?: string; status?: string },
  page: PageRequest,
): Promise<{ rows: Job[]; totalCount: number }> {
  const status = enumerationFilter(JobStatus, filter.status, 'status');
  const type = JOB_NAMES.find((name) => name === filter.type);
  if (filter.type !== undefined && !type)
    throw invalid({ field: 'type', ...sentence`must be one of ${JOB_NAMES.join(', ')}` });
  const { rows, totalCount } = await listRows(
    JobModel,
    { ...visibleJobs(signedIn()), ...(type ? { type } : {}), ...(status ? { status } : {}) },
    { createdAt: -1 },
    page,
  );
  return { rows: rows.map((row) => ({ ...row, result: null })), totalCount };
}

/** Returns one page of the rows of an import that the caller may see; `outcome` filters. Throws NOT_FOUND, CONFLICT. */
export async function listJobRows(
  id: string,
  outcome: string | undefined,
  page: PageRequest,
): Promise<{ rows: ImportRow[]; totalCount: number }> {
  const job = await findJob(id);
  if (!isImport(job)) throw notFound();
  const filter = ROW_FILTERS.find((name) => name === outcome) ?? null;
  if (outcome !== undefined && !filter)
    throw invalid({ field: 'outcome', ...sentence`must be one of ${ROW_FILTERS.join(', ')}` });
  if (job.status !== JobStatus.Succeeded)
    throw conflict(sentence`The import is ${job.status}. Its rows exist once it has Succeeded.`);
  return listImportRows(id, filter, page);
}

/** Returns the job with the rows of its import, which are stored beside it, in its result. */
export async function withImportRows(job: Job): Promise<Job> {
  if (!isImport(job) || job.status !== JobStatus.Succeeded) return job;
  return { ...job, result: await importResult(job) };
}

/** Returns the result of an import that has succeeded, with its rows. */
export async function importResult({ _id, result }: Job): Promise<ImportResult> {
  return toImportResult(result as ImportSummary, await allImportRows(_id));
}

function isImport({ type }: Pick<Job, 'type'>): boolean {
  return (
    type === 'people.import-employees' || type === 'framework.import-competencies' || type === 'framework.import-skills'
  );
}

function toImportResult(summary: ImportSummary, rows: ImportRow[]): ImportResult {
  const { warnings: _, headings, ...counts } = summary;
  return { ...counts, rows, ...(headings ? { headings } : {}) };
}

/** Returns one job that the caller may see; throws NOT_FOUND. */
export async function findJob(id: string): Promise<Job> {
  const job = await JobModel.findById(id).lean<Job>();
  if (!job || !maySeeJob(signedIn(), job)) throw notFound();
  return job;
}

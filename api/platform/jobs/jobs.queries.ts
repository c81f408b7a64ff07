import { listRows } from '../../../shared/db/list';
import { pickRow } from '../../../shared/db/pick';
import { JOB_NAMES, type JobName } from '../../../shared/jobs/contract';
import { isMissing, ROW_FILTERS } from '../../../shared/jobs/import-report';
import { allImportRows, listImportRows } from '../../../shared/jobs/import-report.store';
import type { ImportResult, ImportRow, ImportSummary, MissingEmployee } from '../../../shared/jobs/import-result';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { asSystem, context, inTenant, PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { enumerationFilter } from '../../../shared/kernel/enumeration';
import { conflict, invalid, notFound } from '../../../shared/kernel/errors';
import { Role } from '../../../shared/kernel/permissions';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { signedIn } from '../../../shared/policies/viewer';
import type { PageRequest } from '../../http/pagination';
import { maySeeJob, visibleJobs } from '../../policies/job.policy';
import { recordReading } from '../readings.store';

/** Returns the jobs that the caller may see, newest first, without their results; `type` and `status` filter. */
export async function listJobs(
  filter: { type?: string; status?: string },
  page: PageRequest,
): Promise<{ rows: Job[]; totalCount: number }> {
  const status = enumerationFilter(JobStatus, filter.status, 'status');
  const type = JOB_NAMES.find((name) => name === filter.type);
  if (filter.type !== undefined && !type)
    throw invalid({ field: 'type', ...refusal('NOT_ONE_OF', { choices: JOB_NAMES.join(', ') }) });
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
  { outcome, errorsFirst }: { outcome?: string; errorsFirst: boolean },
  page: PageRequest,
): Promise<{ rows: ImportRow[]; totalCount: number }> {
  const job = await findJob(id);
  if (!isImport(job)) throw notFound();
  const filter = ROW_FILTERS.find((name) => name === outcome) ?? null;
  if (outcome !== undefined && !filter)
    throw invalid({ field: 'outcome', ...refusal('NOT_ONE_OF', { choices: ROW_FILTERS.join(', ') }) });
  if (job.status !== JobStatus.Succeeded) throw conflict(refusal('IMPORT_NOT_SUCCEEDED', { status: job.status }));
  return listImportRows(id, filter, { ...page, errorsFirst });
}

/** Returns the job with the rows of its import, which are stored separately, in its result. */
export async function withImportRows(job: Job): Promise<Job> {
  if (!isImport(job) || job.status !== JobStatus.Succeeded) return job;
  return { ...job, result: await importResult(job) };
}

export async function importResult({ _id, result }: Job): Promise<ImportResult> {
  return toImportResult(result as ImportSummary, await allImportRows(_id));
}

const IMPORTS: ReadonlySet<string> = new Set<JobName>([
  'people.import-employees',
  'framework.import-competencies',
  'framework.import-job-profiles',
  'framework.import-skills',
  'evaluation.import-guests',
]);

function isImport({ type }: Pick<Job, 'type'>): boolean {
  return IMPORTS.has(type);
}

function toImportResult(summary: ImportSummary, lines: ImportRow[]): ImportResult {
  const { warnings: _, headings, ...counts } = summary;
  const rows = lines.filter((line) => !isMissing(line));
  const missing = lines.filter(isMissing).map(toMissingEmployee);
  return {
    ...counts,
    rows,
    ...(headings ? { headings } : {}),
    ...(counts.missingCount === undefined ? {} : { missing }),
  };
}

function toMissingEmployee({ employeeId, name, email, outcome, message, reasons }: ImportRow): MissingEmployee {
  return {
    employeeId: employeeId ?? '',
    name: name ?? null,
    email: email ?? null,
    isTerminated: outcome === 'terminated',
    message,
    ...(reasons && reasons.length > 0 ? { reasons } : {}),
  };
}

/**
 * Runs `work` in the organization of a job for a SystemAdmin who names none, which the organization's audit log records; for others in their
 * own. Throws NOT_FOUND.
 */
export async function inTenantOfJob<T>(id: string, work: () => Promise<T>): Promise<T> {
  const { actor, tenantId: scope } = context();
  if (scope !== PLATFORM_SCOPE || !actor?.roles.includes(Role.SystemAdmin)) return work();
  const job = await asSystem('an operator names a job of any organization', () =>
    pickRow(JobModel.findById(id), 'tenantId'),
  );
  if (!job) throw notFound();
  return inTenant(job.tenantId, async () => {
    await recordReading('operator.entered', { entityType: AuditEntity.Tenant, entityId: job.tenantId });
    context().actor = { ...actor, roles: [Role.SystemAdmin, Role.TenantAdmin, Role.User] };
    return work();
  });
}

/** Returns one job that the caller may see; throws NOT_FOUND. */
export async function findJob(id: string): Promise<Job> {
  const job = await JobModel.findById(id).lean<Job>();
  if (!job || !maySeeJob(signedIn(), job)) throw notFound();
  return job;
}

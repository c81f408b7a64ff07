import { api } from '../../http/client';
import { AS_MULTIPART, fileBody } from '../../http/upload';
import type { Job } from '../../jobs/job-watch';
import { RESPOND_ASYNC, startJob } from '../../jobs/start-job';

export const IMPORT_PATH = '/employees/import';
/** What an import changes. */
export const IMPORT_REFRESHES = ['/api/employees', '/api/departments'];
export const DATE_FORMATS = ['iso', 'dd/mm/yyyy', 'mm/dd/yyyy'] as const;

/** A file as it was uploaded for its check. */
interface CheckedUpload {
  jobId: string;
  file: File;
  dateFormat: string;
}

/** The file of the latest check: what is imported is what was checked. A reload of the page forgets it. */
let latest: CheckedUpload | null = null;

/** Where the progress and the result of a check or an import are shown. */
export function importAddress({ id, dryRun }: { id: string; dryRun: boolean }): string {
  return `${IMPORT_PATH}?${dryRun ? 'check' : 'job'}=${id}`;
}

/** The file of a check, while this page still has it. */
export function checkedUpload(jobId: string): CheckedUpload | null {
  return latest?.jobId === jobId ? latest : null;
}

/** Starts the check of a file; throws what the API refused. */
export async function startCheck(file: File, dateFormat: string, label: string): Promise<Job> {
  const job = await send(file, { dateFormat, dryRun: true }, label);
  latest = { jobId: job.id, file, dateFormat };
  return job;
}

/** Starts the import of a file that was checked; throws what the API refused. */
export function startImport({ file, dateFormat }: CheckedUpload, label: string): Promise<Job> {
  return send(file, { dateFormat, dryRun: false }, label);
}

function send(file: File, query: { dateFormat: string; dryRun: boolean }, label: string): Promise<Job> {
  const { dryRun } = query;
  const call = api.POST('/api/employees/import-csv', {
    params: { query },
    headers: RESPOND_ASYNC,
    body: fileBody(file) as never,
    ...AS_MULTIPART,
  });
  return startJob(call, {
    label,
    href: (id) => importAddress({ id, dryRun }),
    refreshes: dryRun ? [] : IMPORT_REFRESHES,
  });
}

import { api } from '../../http/client';
import { AS_MULTIPART, fileBody } from '../../http/upload';
import type { Job } from '../../jobs/job-watch';
import { RESPOND_ASYNC, startJob } from '../../jobs/start-job';
import { type CheckedFile, fileOf, keepChecked, keepImport, readText } from './checked-file';

export const IMPORT_PATH = '/employees/import';
/** What an import changes. */
export const IMPORT_REFRESHES = ['/api/employees', '/api/departments'];
export const DATE_FORMATS = ['iso', 'dd/mm/yyyy', 'mm/dd/yyyy'] as const;

/** Where the progress and the result of a check or an import are shown. */
export function importAddress({ id, dryRun }: { id: string; dryRun: boolean }): string {
  return `${IMPORT_PATH}?${dryRun ? 'check' : 'job'}=${id}`;
}

/** Starts the check of a file; throws what the API refused. */
export async function startCheck(file: File, dateFormat: string, label: string): Promise<Job> {
  const job = await send(file, { dateFormat, dryRun: true }, label);
  keepChecked({ jobs: [job.id], name: file.name, dateFormat, text: await readText(file), original: file });
  return job;
}

/** Starts the import of a file that was checked; throws what the API refused. */
export async function startImport(checked: CheckedFile, width: number, label: string): Promise<Job> {
  const job = await send(fileOf(checked, width), { dateFormat: checked.dateFormat, dryRun: false }, label);
  keepImport(checked, job.id);
  return job;
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

import { AS_MULTIPART, fileBody } from '../http/upload';
import type { Job } from '../jobs/job-watch';
import { RESPOND_ASYNC, startJob } from '../jobs/start-job';
import { type CheckedFile, fileOf, storeChecked, storeImport, readText } from './checked-file';
import type { ImportKind, ImportOptions } from './import-kind';

interface Sent {
  file: File;
  options: ImportOptions;
  dryRun: boolean;
  label: string;
}

/** Where the progress and the result of a check or an import are shown. */
export function importAddress({ list }: ImportKind, { id, dryRun }: { id: string; dryRun: boolean }): string {
  return `${list}/import?${dryRun ? 'check' : 'job'}=${id}`;
}

/** How `send` of an import sends the file, with other fields of the form. */
export const asUpload = (file: File, fields: Iterable<readonly [string, string]> = []) => {
  const body = fileBody(file);
  for (const [name, value] of fields) body.append(name, value);
  return { headers: RESPOND_ASYNC, body: body as never, ...AS_MULTIPART } as const;
};

/** Starts the check of a file; throws what the API refused. */
export async function startCheck(kind: ImportKind, sent: Omit<Sent, 'dryRun'>): Promise<Job> {
  const { file, options } = sent;
  const job = await send(kind, { ...sent, dryRun: true });
  storeChecked({ jobs: [job.id], name: file.name, options, text: await readText(file), original: file });
  return job;
}

/** Starts the import of a file that was checked; throws what the API refused. */
export async function startImport(kind: ImportKind, checked: CheckedFile, width: number, label: string): Promise<Job> {
  const job = await send(kind, { file: fileOf(checked, width), options: checked.options, dryRun: false, label });
  storeImport(checked, job.id);
  return job;
}

function send(kind: ImportKind, { file, options, dryRun, label }: Sent): Promise<Job> {
  return startJob(kind.send(file, options, dryRun), {
    label,
    href: (id) => importAddress(kind, { id, dryRun }),
    refreshes: dryRun ? [] : kind.refreshes,
  });
}

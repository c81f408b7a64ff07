import { PassThrough, type Writable } from 'node:stream';
import { showFile, storeBytes } from '../../shared/infra/files';
import { FilePurpose } from '../../shared/infra/stored-file.model';
import type { ExportResult, JobName } from '../../shared/jobs/contract';
import { fileNamePart } from '../../shared/kernel/file-name.rules';
import { newId } from '../../shared/kernel/ids';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import type { Run } from '../define-job';
import { recordJob } from '../job-audit';

/** The content types of exports. */
export const PDF = 'application/pdf';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const MAX_PART_LENGTH = 80;

/**
 * Streams an export into the file store and makes it the job's result. The contents belong to the run, and no row names
 * them before the job succeeds; a periodic task deletes those of other runs.
 */
export async function saveExport(
  run: Run<Extract<JobName, `insight.export-${string}`>>,
  { name, contentType }: { name: string; contentType: string },
  write: (destination: Writable) => Promise<void>,
): Promise<ExportResult> {
  await run.progress(1, 2);
  const _id = newId();
  const bytes = new PassThrough();
  const [stored] = await Promise.all([storeBytes(_id, bytes), write(bytes)]);
  const file = { _id, name, contentType, purpose: FilePurpose.Export, createdBy: run.requestedBy, ...stored };
  run.atEnd(async () => {
    await showFile(file);
  });
  run.setFile(_id);
  const about = { entityType: AuditEntity.File, entityId: _id };
  recordJob(run, 'export.created', about, { contentType, ...run.payload });
  return { fileName: name, contentType, size: stored.size };
}

/** Returns a readable file name from users' texts. */
export function exportFileName(parts: readonly string[], extension: string): string {
  return `${parts.map((part) => fileNamePart(part, MAX_PART_LENGTH)).join(' - ')}.${extension}`;
}

import { PassThrough, type Writable } from 'node:stream';
import { showFile, storeBytes } from '../../shared/infra/files';
import { FilePurpose } from '../../shared/infra/stored-file.model';
import type { JobName } from '../../shared/jobs/contract';
import type { ExportResult } from '../../shared/jobs/export-result';
import { fileNamePart } from '../../shared/kernel/file-name.rules';
import { newId } from '../../shared/kernel/ids';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import type { Run } from '../define-job';
import { recordJob } from '../job-audit';

export const PDF = 'application/pdf';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const ZIP = 'application/zip';

const MAX_PART_LENGTH = 80;

type ExportName = Extract<JobName, `insight.export-${string}`>;

/**
 * Streams an export into the file store and makes it the job's result. The contents belong to the run, and no row names
 * them before the job succeeds; a periodic task deletes those of other runs.
 */
export async function saveExport(
  run: Run<ExportName>,
  { name, contentType }: { name: string; contentType: string },
  write: (destination: Writable) => Promise<void>,
): Promise<ExportResult> {
  const _id = newId();
  const bytes = new PassThrough();
  const writing = write(bytes).catch((error: unknown) => {
    bytes.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  });
  const [stored] = await Promise.all([storeBytes(_id, bytes), writing]);
  const file = { _id, name, contentType, purpose: FilePurpose.Export, createdBy: run.requestedBy, ...stored };
  run.atEnd(async () => {
    await showFile(file);
  });
  run.setFile(_id);
  const about = { entityType: AuditEntity.File, entityId: _id };
  const subjects = 'subjectIds' in run.payload ? (run.payload.subjectIds?.length ?? null) : null;
  recordJob(run, 'export.created', about, { contentType, ...run.payload, subjectIds: null, subjects });
  return { fileName: name, contentType, size: stored.size };
}

/** Returns a readable file name from users' texts. */
export function exportFileName(parts: readonly string[], extension: string): string {
  return `${parts.map((part) => fileNamePart(part, MAX_PART_LENGTH)).join(' - ')}.${extension}`;
}

import { PassThrough, type Writable } from 'node:stream';
import { discardFile, saveFile } from '../../shared/infra/files';
import type { ExportResult, JobName } from '../../shared/jobs/contract';
import { fileNamePart } from '../../shared/kernel/file-name.rules';
import { AuditEntity } from '../../shared/platform/audit-events';
import { FilePurpose } from '../../shared/platform/stored-file.model';
import { recordJob } from '../job-audit';
import type { Run } from '../run-job';

/** Content types of spec 4.7. */
export const PDF = 'application/pdf';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const LONGEST_PART = 80;

/**
 * Streams an export into the file store and makes it the job's answer. The file has the job's id, so that a run which is
 * repeated leaves one file.
 */
export async function saveExport(
  run: Run<JobName>,
  { name, contentType }: { name: string; contentType: string },
  write: (destination: Writable) => Promise<void>,
): Promise<ExportResult> {
  await run.progress(1, 2);
  await discardFile(run.jobId);
  const bytes = new PassThrough();
  const saved = saveFile(bytes, {
    _id: run.jobId,
    name,
    contentType,
    purpose: FilePurpose.Export,
    createdBy: run.requestedBy,
  });
  const [file] = await Promise.all([saved, write(bytes)]);
  run.setFile(file._id);
  const about = { entityType: AuditEntity.File, entityId: file._id };
  await recordJob(run, 'export.created', about, { contentType, ...run.payload });
  return { fileName: file.name, contentType: file.contentType, size: file.size };
}

/** A readable file name from texts of users. */
export function exportFileName(parts: readonly string[], extension: string): string {
  return `${parts.map((part) => fileNamePart(part, LONGEST_PART)).join(' - ')}.${extension}`;
}

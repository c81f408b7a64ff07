import { pickRows } from '../../shared/db/pick';
import { storedBytesAfter } from '../../shared/db/stored-bytes';
import { deleteFile, discardBytes } from '../../shared/infra/files';
import { FilePurpose, StoredFileModel } from '../../shared/infra/stored-file.model';
import { JobModel, JobStatus } from '../../shared/jobs/job.model';
import { DAY_MS, HOUR_MS, inMs } from '../../shared/kernel/clock';
import { asSystem, runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';

/** How long files of jobs are kept, for repeated downloads and questions about an import. */
const KEPT_HOURS = 24;
/** How long the answer to a privacy request is kept. */
const ANSWERS_KEPT_DAYS = 30;
const AT_ONCE = 500;

/**
 * Deletes exports and imported files of ended jobs after 24 hours, and answers to privacy requests after 30 days;
 * returns their number.
 */
export async function sweepJobFiles(): Promise<number> {
  const files = await asSystem('files of jobs of every tenant', async () => {
    const old = await pickRows(
      StoredFileModel.find({
        $or: [
          {
            purpose: { $in: [FilePurpose.Export, FilePurpose.Import] },
            createdAt: { $lte: inMs(-KEPT_HOURS * HOUR_MS) },
          },
          { purpose: FilePurpose.PersonalData, createdAt: { $lte: inMs(-ANSWERS_KEPT_DAYS * DAY_MS) } },
        ],
      })
        .sort({ createdAt: 1 })
        .limit(AT_ONCE),
      'tenantId',
    );
    const needed = await JobModel.distinct('payload.fileId', {
      status: { $in: [JobStatus.Queued, JobStatus.Running] },
      'payload.fileId': { $in: old.map((file) => file._id) },
    });
    return old.filter((file) => !needed.includes(file._id));
  });
  for (const { _id, tenantId } of files)
    await runInContext({ requestId: newId(), tenantId, actor: null }, () => deleteFile(_id));
  return files.length;
}

/** Where the next check of this worker begins. */
let position = '';

/**
 * Deletes contents older than an hour that no row names, left by an interrupted upload or job (`saveFile`): checks the
 * next 500 each time, and begins again after the last. Returns the number of deleted ones.
 */
export async function sweepStrayBytes(): Promise<number> {
  const stored = await storedBytesAfter(position, AT_ONCE);
  position = (stored.length === AT_ONCE && stored.at(-1)?.id) || '';
  const oldest = inMs(-HOUR_MS);
  const ids = stored.filter(({ writtenAt }) => writtenAt <= oldest).map(({ id }) => id);
  const rows = await asSystem('rows of every tenant name bytes', async () =>
    pickRows(StoredFileModel.find({ _id: { $in: ids } }), '_id'),
  );
  const named = new Set(rows.map((row) => row._id));
  const stray = ids.filter((id) => !named.has(id));
  for (const id of stray) await discardBytes(id);
  return stray.length;
}

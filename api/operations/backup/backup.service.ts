import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BYTES_BUCKET } from '../../../shared/db/stored-bytes';
import { indexesOf, roughCount } from '../../../shared/db/whole-collections';
import { HOUR_MS, now } from '../../../shared/kernel/clock';
import { dataKeyFingerprint } from '../../../shared/kernel/encryption';
import { newId } from '../../../shared/kernel/ids';
import { appVersion } from '../../../shared/migrations/app-version';
import { META, MetaId } from '../../../shared/migrations/meta.model';
import { writeMeta } from '../../../shared/migrations/meta.store';
import { FIRST_VERSION } from '../../../shared/migrations/migrations';
import { schemaProblem, storedSchemaVersion } from '../../../shared/migrations/schema-stamp.store';
import { type BackupManifest, type BackupPart, makeFolder, readManifest, writeManifest } from './manifest';
import { type Moment, readAtOneMoment } from './moment';
import { writePart } from './part-file';
import { progressBar } from './progress-bar';

const COMPLETE = /^backup-\d{4}-\d{2}-\d{2}T[\d-]+\.\d{3}Z$/;
const PARTIAL = /^\.partial-/;
/** A folder without writes for this long belongs to a killed backup. */
const ABANDONED_MS = HOUR_MS;
const ROWS_AT_ONCE = 500;
/** Chunks of files have 255 KB each. */
const PIECES_AT_ONCE = 16;

export interface Backup {
  folder: string;
  manifest: Omit<BackupManifest, 'format'>;
  /** The folders of the deleted older backups. */
  removed: string[];
}

/**
 * Writes all stored data as of one moment into a new folder below `out` while the service runs, and keeps the `keep`
 * newest backups there. The folder gets its final name when it is complete; a failed backup leaves nothing.
 */
export async function makeBackup(out: string, keep: number | null): Promise<Backup> {
  const problem = await schemaProblem();
  if (problem !== null) throw new Error(problem);
  await makeFolder(out);
  await removeAbandoned(out);
  const partial = join(out, `.partial-${newId()}`);
  await makeFolder(partial);
  try {
    // Read before the data: a migration that ends in between is applied to the restored data again.
    const schemaVersion = (await storedSchemaVersion()) ?? FIRST_VERSION;
    const parts = await readAtOneMoment((moment) => writeParts(partial, moment));
    const manifest = {
      appVersion: appVersion(),
      schemaVersion,
      at: parts.at.toISOString(),
      dataKeyFingerprint: dataKeyFingerprint(),
      parts: parts.written,
    };
    await writeManifest(partial, manifest);
    const folder = join(out, `backup-${manifest.at.replaceAll(':', '-')}`);
    await rename(partial, folder);
    await writeMeta(MetaId.Backup, { at: new Date(manifest.at), appVersion: manifest.appVersion });
    return { folder, manifest, removed: keep === null ? [] : await removeOlder(out, keep) };
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function writeParts(folder: string, moment: Moment): Promise<{ at: Date; written: BackupPart[] }> {
  const collections = moment.collections.filter((name) => name !== META);
  let total = 0;
  for (const name of collections) total += await roughCount(name);
  const bar = progressBar('Rows', total);
  let done = 0;
  const written: BackupPart[] = [];
  for (const collection of collections) {
    const before = done;
    const part = await writePart(folder, collection, counted(moment.documents(collection, atOnce(collection))));
    written.push({ collection, ...part, rows: done - before, indexes: await indexesOf(collection) });
  }
  bar.finish();
  return { at: moment.at, written };

  async function* counted(batches: AsyncIterable<Uint8Array[]>): AsyncGenerator<Uint8Array[]> {
    for await (const batch of batches) {
      yield batch;
      done += batch.length;
      bar.update(done);
    }
  }
}

const atOnce = (collection: string): number =>
  collection === `${BYTES_BUCKET}.chunks` ? PIECES_AT_ONCE : ROWS_AT_ONCE;

async function removeAbandoned(out: string): Promise<void> {
  for (const name of await readdir(out)) {
    if (!PARTIAL.test(name)) continue;
    const folder = join(out, name);
    const files = [folder, ...(await readdir(folder)).map((file) => join(folder, file))];
    const changed = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs));
    if (Math.max(...changed) < now().getTime() - ABANDONED_MS) await rm(folder, { recursive: true, force: true });
  }
}

/** Renames before it deletes, so that a partially deleted backup does not look complete. */
async function removeOlder(out: string, keep: number): Promise<string[]> {
  const complete: string[] = [];
  for (const name of (await readdir(out)).filter((each) => COMPLETE.test(each)).sort())
    if (await isReadable(join(out, name))) complete.push(name);
  const old = complete.slice(0, Math.max(complete.length - keep, 0));
  for (const name of old) {
    const leaving = join(out, `.partial-${newId()}`);
    await rename(join(out, name), leaving);
    await rm(leaving, { recursive: true });
  }
  return old.map((name) => join(out, name));
}

/** A new backup replaces older ones only if it can be restored. */
async function isReadable(folder: string): Promise<boolean> {
  return readManifest(folder).then(
    () => true,
    () => false,
  );
}

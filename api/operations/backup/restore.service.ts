import { ensureIndexes } from '../../../shared/db/indexes';
import {
  buildIndexes,
  collectionNames,
  dropCollection,
  exactCount,
  insertDocuments,
  insertMissing,
} from '../../../shared/db/whole-collections';
import { META, MetaId } from '../../../shared/migrations/meta.model';
import { findMeta, removeMeta, writeMeta } from '../../../shared/migrations/meta.store';
import { runMigrations } from '../../../shared/migrations/run-migrations';
import { AUDIT_POSITIONS } from '../../../shared/platform/audit/audit-position.model';
import { takeBackPositions } from '../../../shared/platform/audit/audit-position.store';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { ERASURES } from '../../../shared/privacy/erasure.model';
import { type LedgerEntry, readLedger, reapplyErasures } from '../../privacy/reapply.store';
import { assertWorkersStopped } from './assert-workers-stopped';
import { assertEnoughSpace, diskSpace } from './disk-space';
import { type BackupManifest, type BackupPart, readManifest } from './manifest';
import { readPart } from './part-file';
import { progressBar } from './progress-bar';
import { type BrokenChain, brokenChains, endSessionsAndJobs } from './restored-data.service';

interface Order {
  /** The folder of the backup. */
  from: string;
  /** Whether the organizations that the database has may be replaced. */
  replace: boolean;
  /** A copy of the ledger of erasures, in addition to those of the database and of the backup. */
  ledger: readonly LedgerEntry[];
  /** Does everything but write. */
  checkOnly: boolean;
}

/** What a restore found and did; the last ones are empty when it only checked. */
export interface Restored {
  manifest: BackupManifest;
  /** How many rows each collection has now. */
  counts: { collection: string; inBackup: number; now: number }[];
  /** People who had come back with the backup and are erased again. */
  erased: number;
  sessions: number;
  jobs: number;
  broken: BrokenChain[];
}

/**
 * Puts a backup in the place of the stored data, except the ledger of erasures and the positions of the audit stream, to which
 * those of the backup are added. Nothing is written before the whole backup was read and found sound. While it writes, and when it was interrupted, no process
 * of the service starts; it is safe to repeat. Throws an Error that says why it refuses.
 */
export async function restoreBackup(order: Order): Promise<Restored> {
  const manifest = await readManifest(order.from);
  await checkTarget(order);
  let bytes = 0;
  await forEachBatch('Checking', order.from, manifest, (_part, documents) => {
    bytes += documents.reduce((sum, { length }) => sum + length, 0);
    return Promise.resolve();
  });
  assertEnoughSpace(bytes, await diskSpace());
  const none = { manifest, counts: [], erased: 0, sessions: 0, jobs: 0, broken: [] };
  if (order.checkOnly) return none;
  await writeMeta(MetaId.Restore, { appVersion: manifest.appVersion });
  await replaceRows(order.from, manifest);
  await ensureIndexes();
  await runMigrations();
  await takeBackPositions();
  const ended = await endSessionsAndJobs();
  const ledger = new Map([...order.ledger, ...(await readLedger())].map((entry) => [entry._id, entry]));
  const erased = await reapplyErasures([...ledger.values()]);
  const broken = await brokenChains();
  const counts: Restored['counts'] = [];
  for (const { collection, rows } of manifest.parts)
    counts.push({ collection, inBackup: rows, now: await exactCount(collection) });
  await removeMeta(MetaId.Restore);
  return { manifest, counts, erased, ...ended, broken };
}

async function checkTarget({ replace, checkOnly }: Order): Promise<void> {
  if (!checkOnly) await assertWorkersStopped(); // a backup is checked while the service runs
  if (replace || (await findMeta(MetaId.Restore))) return; // what an interrupted restore left may be replaced
  const organizations = await TenantModel.countDocuments();
  if (organizations > 0)
    throw new Error(
      `The database has ${organizations} ${organizations === 1 ? 'organization' : 'organizations'}: name an empty one in MONGO_URL, or replace all of its data with --replace.`,
    );
}

/** What is known about the world outside of the data: people who were erased, and audit entries that were sent. */
const NOT_REPLACED: ReadonlySet<string> = new Set([ERASURES, AUDIT_POSITIONS]);

async function replaceRows(from: string, manifest: BackupManifest): Promise<void> {
  for (const name of await collectionNames()) if (name !== META && !NOT_REPLACED.has(name)) await dropCollection(name);
  await removeMeta(MetaId.Migration);
  const { schemaVersion: version, appVersion } = manifest;
  await writeMeta(MetaId.Schema, { version, appVersion });
  await forEachBatch('Restoring', from, manifest, ({ collection }, documents) =>
    NOT_REPLACED.has(collection) ? insertMissing(collection, documents) : insertDocuments(collection, documents),
  );
  for (const { collection, indexes } of manifest.parts) await buildIndexes(collection, indexes);
}

async function forEachBatch(
  label: string,
  from: string,
  { parts }: BackupManifest,
  work: (part: BackupPart, documents: Uint8Array[]) => Promise<void>,
): Promise<void> {
  const bar = progressBar(
    label,
    parts.reduce((sum, { rows }) => sum + rows, 0),
  );
  let done = 0;
  for (const part of parts)
    for await (const documents of readPart(from, part)) {
      await work(part, documents);
      done += documents.length;
      bar.update(done);
    }
  bar.finish();
}

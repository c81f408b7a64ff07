import mongoose from 'mongoose';
import { now } from '../kernel/clock';
import { asSystem } from '../kernel/context';
import { logger } from '../kernel/logger';
import { appVersion } from './app-version';
import { MetaId, MetaModel } from './meta.model';
import { findMeta, removeMeta, writeMeta } from './meta.store';
import { FIRST_VERSION, type Migration, SCHEMA, type SchemaKnowledge } from './migrations';
import { storedSchemaVersion } from './schema-stamp.store';

const ROWS_AT_ONCE = 500;

export interface MigrationProgress {
  version: number;
  name: string;
  done: number;
  total: number;
}

interface Run {
  program?: SchemaKnowledge;
  /** Called after each batch; may throw to end the run. */
  onProgress?: (progress: MigrationProgress) => Promise<void> | void;
  stopping?: AbortSignal;
}

/**
 * Applies the pending migrations in order and returns how many it completed. Safe to interrupt and repeat: the next run
 * continues with the remaining rows.
 */
export async function runMigrations({ program = SCHEMA, onProgress, stopping }: Run = {}): Promise<number> {
  let completed = 0;
  for (const migration of await pendingMigrations(program)) {
    await asSystem('a migration changes the rows of all tenants', () => apply(migration, { onProgress, stopping }));
    if (stopping?.aborted) break;
    await moveStamp(migration.version);
    completed++;
    logger.info('the data are migrated', { version: migration.version, migration: migration.name });
  }
  return completed;
}

export async function pendingMigrations(program: SchemaKnowledge = SCHEMA): Promise<Migration[]> {
  const version = (await storedSchemaVersion()) ?? FIRST_VERSION;
  return program.migrations.filter((migration) => migration.version > version);
}

/** Returns the stored progress of the migration to a version; null when it has not begun. */
export async function storedProgress(version: number): Promise<{ done: number; total: number } | null> {
  const row = await findMeta(MetaId.Migration);
  return row?.version === version ? { done: row.done ?? 0, total: row.total ?? 0 } : null;
}

async function apply(migration: Migration, { onProgress, stopping }: Omit<Run, 'program'>): Promise<void> {
  const { version, name } = migration;
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected.');
  const earlier = await storedProgress(version);
  let remaining = await migration.countRemaining(db);
  const total = Math.max(earlier?.total ?? 0, remaining);
  // A batch that is not full ends the migration, since an older program that keeps writing must not prolong it.
  for (let changed = ROWS_AT_ONCE; ; remaining -= changed) {
    const done = Math.min(Math.max(total - remaining, 0), total);
    await writeMeta(MetaId.Migration, { version, done, total });
    await onProgress?.({ version, name, done, total });
    if (stopping?.aborted || changed < ROWS_AT_ONCE) return;
    changed = await migration.changeSome(db, ROWS_AT_ONCE);
  }
}

/** Several workers may complete the same migration: the stored version never decreases. */
async function moveStamp(version: number): Promise<void> {
  await MetaModel.updateOne(
    { _id: MetaId.Schema, version: { $lt: version } },
    { $set: { version, appVersion: appVersion(), at: now() } },
  );
  await removeMeta(MetaId.Migration);
}

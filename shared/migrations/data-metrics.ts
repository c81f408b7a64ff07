import { Gauge } from 'prom-client';
import { logFailure } from '../db/outage';
import { replicationLag } from '../db/replication';
import { now } from '../kernel/clock';
import { MetaId } from './meta.model';
import { findMeta } from './meta.store';
import { newestVersion, SCHEMA } from './migrations';
import { storedProgress, pendingMigrations } from './run-migrations';
import { storedSchemaVersion } from './schema-stamp.store';

type Read = () => Promise<number | null>;

/**
 * Adds the figures of the stored data to `/metrics`, read from the database at each scrape; a figure that cannot be
 * read is omitted.
 */
export function measureData(): void {
  gauge('evaluation_schema_version', 'Schema version of the stored data', storedSchemaVersion);
  gauge('evaluation_schema_version_expected', 'Schema version that this program writes', () =>
    Promise.resolve(newestVersion(SCHEMA)),
  );
  gauge('evaluation_migration_progress_ratio', 'Share of the rows that the pending migration has changed', progress);
  gauge('evaluation_backup_age_seconds', 'Seconds since the moment that the last completed backup shows', backupAge);
  gauge('evaluation_replication_lag_seconds', 'Seconds that most members are behind the last write', replicationLag);
}

function gauge(name: string, help: string, read: Read): Gauge {
  return new Gauge({
    name,
    help,
    async collect() {
      this.remove();
      const value = await read().catch((error: unknown) => {
        logFailure('metrics', { error, metric: name });
        return null;
      });
      if (value !== null) this.set(value);
    },
  });
}

/** Null without a pending migration. */
async function progress(): Promise<number | null> {
  const [next] = await pendingMigrations();
  if (!next) return null;
  const stored = await storedProgress(next.version);
  return stored && stored.total > 0 ? stored.done / stored.total : 0;
}

/** Null before the first backup. */
async function backupAge(): Promise<number | null> {
  const last = await findMeta(MetaId.Backup);
  return last && (now().getTime() - last.at.getTime()) / 1_000;
}

import { holdSchedule } from '../../shared/jobs/schedule.model';
import { runMigrations } from '../../shared/migrations/run-migrations';

/** The name of the schedule that applies migrations. */
export const MIGRATE = 'migrate';
export const MIGRATE_EVERY_MS = 5_000;
/** Longer than a batch takes: another worker continues after this one has crashed. */
const BATCH_MS = 60_000;

/** Applies the pending migrations while the service runs; only one worker at a time does so. */
export async function migrate(stopping: AbortSignal): Promise<void> {
  await runMigrations({ stopping, onProgress: () => holdSchedule(MIGRATE, BATCH_MS) });
}

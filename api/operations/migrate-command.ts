import { parseArgs } from 'node:util';
import { newestVersion, SCHEMA } from '../../shared/migrations/migrations';
import {
  type MigrationProgress,
  storedProgress,
  pendingMigrations,
  runMigrations,
} from '../../shared/migrations/run-migrations';
import { checkSchema, storedSchemaVersion } from '../../shared/migrations/schema-stamp.store';

/** The exit code of `migrate --check` with pending migrations. */
const PENDING = 2;

/** `migrate`: applies the pending migrations; with `--check` only lists them, and sets the exit code. Throws for newer data. */
export async function migrate(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { check: { type: 'boolean' } } });
  await checkSchema({ ...SCHEMA, readableFrom: 0 }, values.check); // this command is for data that are too old to be read
  if (values.check) return printPending();
  const completed = await runMigrations({ onProgress: printProgress });
  process.stdout.write(`${completed} migrations applied. ${await versions()}\n`);
}

async function printPending(): Promise<void> {
  const pending = await pendingMigrations();
  process.stdout.write(`${await versions()}\n`);
  for (const { version, name } of pending) {
    const stored = await storedProgress(version);
    process.stdout.write(`Pending: ${version}, ${name}${stored ? `, ${stored.done} of ${stored.total} rows` : ''}\n`);
  }
  if (pending.length > 0) process.exitCode = PENDING;
}

async function versions(): Promise<string> {
  const stored = await storedSchemaVersion();
  return `The data have schema version ${stored ?? 'none'}, this program writes ${newestVersion(SCHEMA)}.`;
}

function printProgress({ version, name, done, total }: MigrationProgress): void {
  process.stdout.write(`Migration ${version}, ${name}: ${done} of ${total} rows\n`);
}

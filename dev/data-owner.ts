import { spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A start that was killed leaves processes behind for a few seconds: the next one waits for them. */
const WAIT_SECONDS = 10;

/**
 * Makes this process the owner of a data directory and returns the descriptor of its lock, to be passed on to the processes that
 * use the data. The kernel releases the lock when the last of them has ended, however it ended. Waits up to 10 s for the
 * processes of a predecessor; throws with a sentence when one of them still runs. Without `flock` nothing is locked.
 */
export function ownDataDirectory(dataDir: string, log: (line: string) => void): number {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'owner');
  const descriptor = openSync(file, 'a');
  const { error, status } = spawnSync('flock', ['--timeout', String(WAIT_SECONDS), '3'], {
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
  });
  if (error) log('The program flock is missing: a second start could use the same data');
  else if (status !== 0)
    throw new Error(
      `The data in ${dataDir} are in use by process ${readFileSync(file, 'utf8')}. Stop it, or set DATA_DIR to another directory.`,
    );
  writeFileSync(file, String(process.pid));
  return descriptor;
}

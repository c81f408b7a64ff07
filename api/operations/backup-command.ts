import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { toInstant } from '../../shared/kernel/clock';
import { parseLedger } from '../privacy/reapply.store';
import { makeBackup } from './backup/backup.service';
import { restoreBackup } from './backup/restore.service';

const MIB = 1024 * 1024;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const written = (count: number): string => count.toLocaleString('en-US');
const counted = (count: number, one: string, several: string): string =>
  `${written(count)} ${count === 1 ? one : several}`;

/** `backup`: writes a backup of all data into a new folder below `--out`. */
export async function backup(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { out: { type: 'string' }, keep: { type: 'string' } } });
  if (values.out === undefined) throw new Error('--out is missing: name the folder for backups.');
  const { folder, manifest, removed } = await makeBackup(values.out, parseKeep(values.keep));
  const rows = manifest.parts.reduce((sum, part) => sum + part.rows, 0);
  const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, 0);
  for (const old of removed) say(`Removed ${old}`);
  say(
    `${written(rows)} rows of ${manifest.parts.length} collections, ${(bytes / MIB).toFixed(1)} MB, as of ${manifest.at}`,
  );
  say(folder);
}

function parseKeep(text: string | undefined): number | null {
  if (text === undefined) return null;
  const keep = Number(text);
  if (!Number.isInteger(keep) || keep < 1) throw new Error('--keep must be a whole number from 1 on.');
  return keep;
}

/** `restore`: replaces the stored data by a backup; with `--check` only reports whether it could. */
export async function restore(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string' },
      replace: { type: 'boolean', default: false },
      ledger: { type: 'string' },
      check: { type: 'boolean', default: false },
    },
  });
  if (values.from === undefined) throw new Error('--from is missing: name the folder of the backup.');
  const ledger = values.ledger === undefined ? [] : parseLedger(await readFile(values.ledger, 'utf8'));
  const { from, replace, check: checkOnly } = values;
  const { manifest, counts, erased, sessions, jobs, broken } = await restoreBackup({
    from,
    replace,
    ledger,
    checkOnly,
  });
  const made = `of ${toInstant(new Date(manifest.at))}, version ${manifest.appVersion}, schema ${manifest.schemaVersion}`;
  if (checkOnly) return say(`The backup ${made} is sound and can be restored. Nothing was written.`);
  say('Collection                        in the backup           now');
  for (const { collection, inBackup, now } of counts)
    say(`${collection.padEnd(30)} ${written(inBackup).padStart(16)} ${written(now).padStart(13)}`);
  say(`Ended: ${counted(sessions, 'session', 'sessions')}. Failed: ${counted(jobs, 'job', 'jobs')} under way.`);
  say(`Erased again: ${counted(erased, 'person', 'people')} who had come back with the backup.`);
  for (const { organization, sequence, fault } of broken)
    process.stderr.write(`The audit log of ${organization} does not hold from entry ${sequence} on: ${fault}.\n`);
  if (broken.length > 0) process.exitCode = 1;
  else say('All audit logs hold.');
  say(`The backup ${made} is restored. Start the API and the workers.`);
}

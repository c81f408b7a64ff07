import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AdminCommand, startAdmin } from '../../test/support/admin-command';
import { spawnProcess, startApiProcess } from '../../test/support/processes';
import type { SeededRandom } from '../demo/seeded-random';
import type { Cluster } from './cluster';
import { Ledger } from './ledger';
import { type Organizations, type Phase, storedEffects } from './load';
import { signInHr } from './organization';

const BUILT = resolve('build/js/api/admin.js');
const UNFINISHED = 'A restore into this database has not ended.';
/** Some kills come at the first rows, some at the last ones, some too late. */
const MAX_KILL_DELAY_MS = 400;

/**
 * Makes a backup while the load runs and restores it into another database, each killed so many times before. Throws an Error when
 * something looks complete that is not, when the restored data lack what was acknowledged before the backup, or have what no
 * one asked for.
 */
export async function drill(
  { env }: Cluster,
  random: SeededRandom,
  phase: Phase,
  both: Organizations,
  kills: { backups: number; restores: number },
): Promise<void> {
  const out = mkdtempSync(join(tmpdir(), 'backups-'));
  const target = new URL(env.MONGO_URL ?? '');
  target.pathname = '/restored';
  const elsewhere = { ...env, LOG_LEVEL: 'info', MONGO_URL: target.toString(), QUEUE_PREFIX: 'restored' };
  const delay = (): number => random.integer(0, MAX_KILL_DELAY_MS);
  try {
    for (let time = 0; time < kills.backups; time++)
      await killAfter(startAdmin(['backup', '--out', out], env, BUILT), 'Rows: 0 %', delay());
    for (const name of readdirSync(out).filter((each) => !each.startsWith('.partial-')))
      await succeed(startAdmin(['restore', '--from', join(out, name), '--check'], elsewhere, BUILT));
    const acknowledged = phase.ledger.keys('ok');
    const made = await succeed(startAdmin(['backup', '--out', out], env, BUILT));
    const restore = ['restore', '--from', made.trim().split('\n').at(-1) ?? '', '--replace'];
    for (let time = 0; time < kills.restores; time++) {
      const isKilled = await killAfter(startAdmin(restore, elsewhere, BUILT), 'Restoring: 0 %', delay());
      if (isKilled) await expectRefusal(elsewhere);
    }
    await succeed(startAdmin(restore, elsewhere, BUILT));
    await compare(elsewhere, phase, both, acknowledged);
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** Kills a command so long after it printed `text`; returns whether it was still running. */
async function killAfter(command: AdminCommand, text: string, milliseconds: number): Promise<boolean> {
  await command.until(text);
  await pause(milliseconds);
  command.child.kill('SIGKILL');
  await command.ended;
  return command.child.signalCode === 'SIGKILL';
}

async function succeed({ ended }: AdminCommand): Promise<string> {
  const { code, out, error } = await ended;
  if (code !== 0) throw new Error(`A command of the operator ended with ${code}: ${out}${error}`);
  return out;
}

/** No process may work with data that are half restored. */
async function expectRefusal(env: Record<string, string>): Promise<void> {
  const api = spawnProcess('api', { ...env, PORT: '0' });
  await once(api.child, 'close');
  if (!api.output().includes(UNFINISHED)) throw new Error(`An API started on half of a backup: ${api.output()}`);
}

/** Mails and events are no stored effects, and a report is none. */
const isStored = (key: string): boolean => !/ (mail|event|report) /.test(key);

async function compare(
  env: Record<string, string>,
  phase: Phase,
  both: Organizations,
  acknowledged: readonly string[],
): Promise<void> {
  const api = await startApiProcess(env);
  try {
    const [a, b] = await Promise.all([signInHr(api.url, 'a'), signInHr(api.url, 'b')]);
    const found = await storedEffects(phase, { a: { ...both.a, hr: a }, b: { ...both.b, hr: b } });
    const ledger = new Ledger();
    ledger.acknowledge(acknowledged.filter(isStored));
    ledger.allow(phase.ledger.keys());
    const { lost, doubled, ghost, leak } = ledger.verdict(found);
    if (lost.length + doubled.length + ghost.length + leak.length > 0)
      throw new Error(
        `The restored data are not those of the backup: ${JSON.stringify({ lost, doubled, ghost, leak })}`,
      );
  } finally {
    await api.kill('SIGKILL');
  }
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { config } from '../../shared/kernel/config';
import { startAdmin } from '../../test/support/admin-command';
import { runJob } from '../../test/support/run-handler';
import { makeCycle, makeFramework } from './cycle';
import { makeEmployees, makeTenant, within } from './tenant';

const SAMPLE_MS = 10;

/** What an operator's command took, and what it occupied beyond one that only connects. */
export interface CommandFigures {
  rows: number;
  seconds: number;
  addedMb: number;
}

/**
 * Backup and restore of `count` employees with an evaluation and two participants each, as processes of their own. `url` is the
 * connected database; the restore goes into another one of the same server.
 */
export async function backupFigures(count: number, url: string): Promise<Record<'backup' | 'restore', CommandFigures>> {
  const tenantId = await makeTenant();
  await within(tenantId, async () => {
    const framework = await makeFramework(3);
    await makeEmployees(count, framework.jobProfileId);
    await runJob('evaluation.generate', { cycleId: await makeCycle(framework.templateId) });
  });
  const out = mkdtempSync(join(tmpdir(), 'backups-'));
  const target = new URL(url);
  target.pathname += '-restored';
  try {
    const idle = await run(['erasures'], url);
    const backup = await run(['backup', '--out', out], url);
    const from = backup.printed.trim().split('\n').at(-1) ?? '';
    const restore = await run(['restore', '--from', from], target.toString());
    const figures = ({ printed, seconds, peakMb }: Run, line: RegExp): CommandFigures => ({
      rows: [...printed.matchAll(line)].reduce((sum, [, rows = '']) => sum + Number(rows.replaceAll(',', '')), 0),
      seconds,
      addedMb: peakMb - idle.peakMb,
    });
    return {
      backup: figures(backup, /^([\d,]+) rows of/gm),
      restore: figures(restore, /^\S+ +[\d,]+ +([\d,]+)$/gm), // of each collection: in the backup, now
    };
  } finally {
    await mongoose.connection.getClient().db(target.pathname.slice(1)).dropDatabase();
    rmSync(out, { recursive: true });
  }
}

interface Run {
  printed: string;
  seconds: number;
  peakMb: number;
}

async function run(args: string[], url: string): Promise<Run> {
  const started = performance.now();
  const env = { PATH: process.env.PATH ?? '', MONGO_URL: url, DATA_KEY: config().DATA_KEY };
  const { child, ended } = startAdmin(args, env);
  let peakMb = 0;
  const sampler = setInterval(() => (peakMb = Math.max(peakMb, peakOf(child.pid))), SAMPLE_MS);
  const { code, out: printed, error } = await ended;
  clearInterval(sampler);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${error}`);
  return { printed, seconds: (performance.now() - started) / 1_000, peakMb };
}

/** The most megabytes that a process of Linux has occupied; 0 once it has ended. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobView } from '../../api/platform/jobs/jobs.dto';
import type { ImportResult } from '../../shared/jobs/import-result';
import { config } from '../../shared/kernel/config';
import { ApiClient } from '../client';
import { freePort } from '../free-port';
import { startStack } from '../stack';
import { makeAnsweredCycle, makeTemplateFor } from './evaluation.bench';
import { employeesCsv } from './import.bench';
import { makeSeason, signInHr } from './scale.bench';
import { makeTenant, within } from './tenant';

/** Nobody is refused for asking too often. */
const LIMITS = { RATE_LIMIT_GLOBAL: '1000000', RATE_LIMIT_UPLOAD: '1000000', METRICS_PORT: '0' };
/** What HR of an organization opens, one page after the other. */
const pagesOf = (cycleId: string): string[] => [
  '/api/employees',
  '/api/employees/options?search=First1',
  `/api/evaluation-cycles/${cycleId}`,
  `/api/evaluation-cycles/${cycleId}/progress`,
  `/api/evaluation-cycles/${cycleId}/participants`,
  `/api/evaluation-results?cycleId=${cycleId}`,
  `/api/nine-box?cycleId=${cycleId}`,
  `/api/dashboards/organizational?cycleId=${cycleId}`,
];
const QUIET_ROUNDS = 40;

export interface Neighbors {
  /** Employees of the organization whose pages are opened. */
  employees: number;
  /** Rows that a second organization imports. */
  imported: number;
  /** Reports that a third one prints. */
  reports: number;
}

/** Milliseconds in which nineteen of twenty answers to one organization arrive. */
export interface PageTimes {
  quietP95: number;
  busyP95: number;
  /** How many answers were waited for while the others worked. */
  busyAnswers: number;
}

/**
 * The pages of one organization, first alone, then while a second one imports employees and a third one prints reports, on one
 * API process and two workers. Their database is the one that this process is connected to, named by MONGO_URL.
 */
export async function neighbors({ employees, imported, reports }: Neighbors): Promise<PageTimes> {
  const { JWT_SECRET, DATA_KEY } = config(); // sessions are opened here
  const logs = mkdtempSync(join(tmpdir(), 'bench-organizations-'));
  const stack = await startStack({
    dataDir: logs,
    ephemeral: true,
    port: await freePort(),
    workers: 2,
    workersGiveWay: true,
    env: { ...LIMITS, JWT_SECRET, DATA_KEY, QUEUE_PREFIX: `bench-${process.pid}` },
    log: () => undefined,
  });
  try {
    const signIn = async (tenantId: string): Promise<ApiClient> =>
      new ApiClient(stack.url, await within(tenantId, () => signInHr(tenantId)));
    const [quiet, importing, printing] = [await makeTenant(), await makeTenant(), await makeTenant()];
    const { cycleId } = await makeSeason(quiet, employees, new Map());
    const answered = await within(printing, async () => makeAnsweredCycle(await makeTemplateFor(reports)));
    const [hr, importer, printer] = [await signIn(quiet), await signIn(importing), await signIn(printing)];
    const pages = pagesOf(cycleId);
    await openAll(hr, pages); // the first look computes what later ones find
    const alone: number[] = [];
    for (let round = 0; round < QUIET_ROUNDS; round++) alone.push(...(await openAll(hr, pages)));
    let isBusy = true;
    const work = Promise.all([
      importAll(importer, imported),
      printer.download(`/api/evaluation-results/${answered}/export-reports`, { view: 'Subject' }),
    ]).finally(() => {
      isBusy = false;
    });
    const busy: number[] = [];
    while (isBusy) busy.push(...(await openAll(hr, pages)));
    await work;
    return { quietP95: p95(alone), busyP95: p95(busy), busyAnswers: busy.length };
  } finally {
    await stack.stop();
    rmSync(logs, { recursive: true, force: true });
  }
}

/** Milliseconds until each of these pages was read. */
async function openAll(client: ApiClient, pages: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const page of pages) {
    const started = performance.now();
    await client.get(page);
    times.push(performance.now() - started);
  }
  return times;
}

async function importAll(client: ApiClient, rows: number): Promise<void> {
  const csv = employeesCsv(rows);
  const answer = await client.upload<JobView | ImportResult>('/api/employees/import-csv', 'employees.csv', csv);
  if ('progress' in answer) await client.untilEnded(answer); // else it was over before the API had to answer
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}

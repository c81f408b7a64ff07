import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { calibrationComparison, nineBoxComparison } from '../../dev/bench/calibration.bench';
import { dashboardLooks } from '../../dev/bench/dashboard.bench';
import { deadlineComparison } from '../../dev/bench/deadline.bench';
import { generationComparison, peersComparison, pureAssignment } from '../../dev/bench/evaluation.bench';
import { downloadComparison } from '../../dev/bench/files.bench';
import { analysisComparison, heatmapDataComparison, readinessComparison } from '../../dev/bench/gap-data.bench';
import { gapsComparison } from '../../dev/bench/gaps.bench';
import { importComparison } from '../../dev/bench/import.bench';
import { mailComparison, reminderComparison } from '../../dev/bench/mail.bench';
import type { Comparison } from '../../dev/bench/measure';
import { hashOnePassword } from '../../dev/bench/password.bench';
import { privacySteps } from '../../dev/bench/privacy.bench';
import { profileComparison } from '../../dev/bench/profile.bench';
import { CONNECTIONS, publicApiBench } from '../../dev/bench/public-api.bench';
import { heatmapComparison, pdfComparison } from '../../dev/bench/render.bench';
import { scaleColumn } from '../../dev/bench/scale.bench';
import { connectDatabase, disconnectDatabase } from '../../shared/db/connect';
import { ensureIndexes } from '../../shared/db/indexes';

// Each line of `npm run bench` once or twice with little data: what it compares must still be there, and be whole.

// Connected as `npm run bench` is: raw parts ask for rows without their tenant.
beforeAll(async () => {
  await connectDatabase(databaseUrl());
  await ensureIndexes();
}, 60_000);
afterAll(disconnectDatabase);

function databaseUrl(): string {
  const url = new URL(process.env.MONGO_URL ?? '');
  url.pathname = `/test_${process.env.JEST_WORKER_ID ?? '1'}`;
  return url.toString();
}

async function once(comparison: Comparison, rounds = 1): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await comparison.prepareOurs?.();
    await comparison.ours();
    await comparison.prepareRaw?.();
    await comparison.raw();
  }
}

const FEW = 20;

test.each<[string, () => Promise<Comparison> | Comparison]>([
  ['import', () => importComparison(FEW)],
  ['generate', () => generationComparison(FEW)],
  ['peers', () => peersComparison(FEW)],
  ['analysis', () => analysisComparison(FEW)],
  ['readiness', () => readinessComparison(FEW)],
  ['heatmap-data', () => heatmapDataComparison(FEW)],
  ['calibration', () => calibrationComparison(FEW)],
  ['nine-box', () => nineBoxComparison(FEW)],
  ['heatmap', () => heatmapComparison(FEW, 3)],
  ['reminder', () => reminderComparison(FEW)],
])('%s', async (_name, make) => once(await make()));

test('deadline', async () => {
  const comparison = await deadlineComparison(FEW);
  await once(comparison);
  expect(comparison.tail()).toBeGreaterThan(0);
  await comparison.close();
});

test('gaps, a second time: the rows of the run before are still there', async () => once(await gapsComparison(FEW), 2));

test.each<[string, () => Promise<Comparison & { close(): Promise<void> }>]>([
  ['pdf', pdfComparison],
  ['profile', () => profileComparison(FEW)],
  ['files', downloadComparison],
  ['mail', () => mailComparison(FEW)],
])(
  '%s',
  async (_name, make) => {
    const comparison = await make();
    await once(comparison).finally(() => comparison.close());
  },
  30_000,
);

test('public-api', async () => {
  const bench = await publicApiBench({ subjects: FEW, employees: FEW, pages: CONNECTIONS });
  try {
    for (const comparison of bench.comparisons) await once(comparison);
    expect(await bench.firstByteMs()).toBeGreaterThan(0);
  } finally {
    await bench.close();
  }
}, 30_000);

test('scale', async () => {
  const column = await scaleColumn(FEW);
  expect([...column.values()].every((value) => value > 0)).toBe(true);
  expect([...column.keys()]).toEqual(expect.arrayContaining(['completion', 'v1 datasets/scores, first byte']));
}, 60_000);

test('privacy', async () => {
  expect([...(await privacySteps(FEW)).values()].every((value) => value > 0)).toBe(true);
}, 60_000);

test('assignment and password', async () => {
  expect((await pureAssignment(FEW)).plan.picks.length).toBeGreaterThan(0);
  expect((await hashOnePassword()).ms).toBeGreaterThan(0);
});

test('dashboard, which connects again', async () => {
  const { first, next } = await dashboardLooks(databaseUrl(), FEW);
  expect(first.commands).toBeGreaterThanOrEqual(next.commands);
  expect(next.commands).toBeLessThanOrEqual(16);
}, 30_000);

test('every bench is run here', () => {
  const test = readFileSync(__filename, 'utf8');
  const benches = readdirSync(resolve('dev/bench')).filter((name) => name.endsWith('.bench.ts'));
  expect(benches.length).toBeGreaterThan(8);
  expect(benches.filter((name) => !test.includes(`dev/bench/${name.replace(/\.ts$/, '')}`))).toEqual([]);
});

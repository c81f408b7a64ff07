import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import mongoose from 'mongoose';
import { backupFigures } from '../../dev/bench/backup.bench';
import { datasetComparison, odataComparison } from '../../dev/bench/dataset.bench';
import { deadline } from '../../dev/bench/deadline.bench';
import { generationComparison, peersComparison } from '../../dev/bench/evaluation.bench';
import { gapsComparison } from '../../dev/bench/gaps.bench';
import { importComparison, updateComparison } from '../../dev/bench/import.bench';
import { mailComparison } from '../../dev/bench/mail.bench';
import { compare, type Comparison } from '../../dev/bench/measure';
import { neighbors } from '../../dev/bench/organizations.bench';
import { profileComparison } from '../../dev/bench/profile.bench';
import { provisioning } from '../../dev/bench/provisioning.bench';
import { qualityComparison } from '../../dev/bench/quality.bench';
import { heatmapComparison, pdfComparison } from '../../dev/bench/render.bench';
import { reportsFigures } from '../../dev/bench/reports.bench';
import { scaleColumn } from '../../dev/bench/scale.bench';
import { webhookComparison } from '../../dev/bench/webhook.bench';
import { explainOrganization } from '../../dev/queries/explain-organization';
import { connectDatabase, disconnectDatabase } from '../../shared/db/connect';
import { ensureIndexes } from '../../shared/db/indexes';

// Each line of `npm run bench` with little data: what it compares must still be there, and make what it says.

// Connected as `npm run bench` is: raw parts ask for rows without their tenant.
const url = new URL(process.env.MONGO_URL ?? '');
url.pathname = `/test_${process.env.JEST_WORKER_ID ?? '1'}_bench`; // a backup holds what all files before left
beforeAll(async () => {
  await connectDatabase(url.toString(), { monitorCommands: true });
  await ensureIndexes();
});
afterAll(async () => {
  await mongoose.connection.dropDatabase();
  await disconnectDatabase();
});

const FEW = 20;

test.each<[string, () => Promise<Comparison> | Comparison]>([
  ['import', () => importComparison(FEW)],
  ['update', () => updateComparison(FEW, 2)],
  ['webhook', () => webhookComparison(FEW)],
  ['generate', () => generationComparison(FEW)],
  ['peers', () => peersComparison(FEW)],
  ['peers-limited', () => peersComparison(FEW, FEW)],
  ['gaps', () => gapsComparison(FEW)],
  ['pdf', pdfComparison],
  ['heatmap', () => heatmapComparison(FEW, 3)],
  ['profile', () => profileComparison(FEW)],
  ['dataset', () => datasetComparison(FEW)],
  ['odata', () => odataComparison(FEW)],
  ['quality', () => qualityComparison(FEW)],
  ['mail', () => mailComparison(FEW)],
])('%s makes what it says, as the raw part does', async (_name, make) => {
  const { oursMs, rawMs, ratio } = await compare(await make(), 1);
  expect([oursMs, rawMs].every((ms) => ms > 0)).toBe(true);
  expect(ratio).toBeCloseTo(oursMs / rawMs, 9);
});

test('a work that makes less than it says is no result, and what it started ends', async () => {
  const close = jest.fn(async () => undefined);
  const nothing = { work: 'work', against: 'raw', atMost: 1, ours: close, raw: async () => undefined };
  await expect(compare({ ...nothing, made: () => 19, expected: 20, close }, 1)).rejects.toThrow(
    'work: 19 instead of 20',
  );
  expect(close).toHaveBeenCalledTimes(2);
});

test('deadline: everything that is asked for is submitted', async () => {
  const { asked, submitted, p95, perSecond } = await deadline(FEW, 10);
  expect(asked).toBeGreaterThan(FEW * 4);
  expect(submitted).toBe(asked);
  expect([p95 > 0, perSecond > 0]).toEqual([true, true]);
});

test('provisioning: everyone is pushed and has a manager', async () => {
  const { createdP95, pushedP95, withoutManager } = await provisioning({ people: FEW, measured: FEW / 2 });
  expect([createdP95 > 0, pushedP95 > 0]).toEqual([true, true]);
  expect(withoutManager).toBe(0);
});

test('reports: each is in the ZIP', async () => {
  expect((await reportsFigures(3)).perSecond).toBeGreaterThan(0);
});

test('backup and restore: all rows, as processes of their own', async () => {
  const { backup, restore } = await backupFigures(FEW, url.toString());
  expect(backup.rows).toBeGreaterThan(FEW * 3);
  expect(restore.rows).toBeGreaterThan(FEW * 3);
  expect([backup.seconds > 0, restore.seconds > 0]).toEqual([true, true]);
});

test('organizations: pages of one while a second imports and a third prints', async () => {
  process.env.MONGO_URL = url.toString(); // of the processes that it starts
  const { quietP95, busyP95 } = await neighbors({ employees: FEW, imported: FEW, reports: 3 });
  expect([quietP95 > 0, busyP95 > 0]).toEqual([true, true]);
});

test('scale', async () => {
  const column = await scaleColumn(FEW);
  expect([...column.values()].every((value) => value > 0)).toBe(true);
  expect([...column.keys()]).toEqual(expect.arrayContaining(['completion', 'v1 datasets/scores, first byte']));
});

test('explain tells how each list of an organization is answered', async () => {
  const log = jest.spyOn(console, 'log').mockImplementation();
  await explainOrganization(FEW);
  const lines = log.mock.calls.map(([line]) => String(line));
  log.mockRestore();
  const listed = lines.filter((line) => line.includes('/api/') && line.includes('tenantId_1_'));
  expect(listed.length).toBeGreaterThan(20);
  expect(lines.filter((line) => line.includes('reads the whole collection'))).toEqual([]);
});

test('every bench is run here', () => {
  const test = readFileSync(__filename, 'utf8');
  const benches = readdirSync(resolve('dev/bench')).filter((name) => name.endsWith('.bench.ts'));
  expect(benches.length).toBeGreaterThan(8);
  expect(benches.filter((name) => !test.includes(`dev/bench/${name.replace(/\.ts$/, '')}`))).toEqual([]);
});

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import mongoose from 'mongoose';
import sharp from 'sharp';
import { makeOrganization } from '../../dev/faults/organization';
import { serviceEnvironment, startApiProcess, startWorkerProcess, type ServiceProcess } from '../support/processes';

/** The packages of the releases; in the root their program would take the place of `node` in every npm script. */
const PACKAGES = resolve('dev/runtimes');
const INSTALLED = resolve('build/runtimes');
const LOCK = 'package-lock.json';
const EMPLOYEES = 24;
const canRun = process.platform === 'linux' && process.arch === 'x64';
const running: ServiceProcess[] = [];

/** Installs the releases where they are not, or not these. */
function installRuntimes(): void {
  const lock = readFileSync(join(PACKAGES, LOCK), 'utf8');
  const copy = join(INSTALLED, LOCK);
  const isComplete = existsSync(join(INSTALLED, 'node_modules/.package-lock.json'));
  if (isComplete && existsSync(copy) && readFileSync(copy, 'utf8') === lock) return;
  cpSync(PACKAGES, INSTALLED, { recursive: true });
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', ['ci', ...options], { cwd: INSTALLED, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ci in ${INSTALLED} failed:\n${stderr}`);
}

beforeAll(() => {
  if (canRun) installRuntimes();
});

afterEach(() => Promise.all(running.splice(0).map((child) => child.kill('SIGKILL'))));

(canRun ? describe : describe.skip)('the build on other releases of Node.js (packages for Linux on x64)', () => {
  test.each(['22', '24'])('%s: import, cycle, gaps, exports, images and the console', async (major) => {
    const node = join(INSTALLED, `node_modules/node-${major}/bin/node`);
    expect(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout).toMatch(new RegExp(`^v${major}\\.`));
    const env = serviceEnvironment({
      RATE_LIMIT_GLOBAL: '1000000',
      RATE_LIMIT_AUTH: '1000',
      RATE_LIMIT_UPLOAD: '1000',
    });
    const [api, worker] = await Promise.all([startApiProcess(env, node), startWorkerProcess(env, node)]);
    running.push(api, worker);

    const { hr, closedCycleId: cycleId, answering } = await makeOrganization(api.url, 'a', EMPLOYEES);
    const gaps = await hr.get<{ totalCount: number }>(`/api/gap-analysis?cycleId=${cycleId}`);
    expect(gaps.totalCount).toBeGreaterThan(0);
    const subjectId = answering[0]?.id;
    const report = await hr.download('/api/evaluation-results/export-pdf', { cycleId, subjectId });
    expect(report.toString('latin1')).toMatch(/^%PDF-/);
    const heatmap = await hr.download('/api/gap-heatmap/export-excel', { cycleId });
    expect(heatmap.toString('latin1')).toMatch(/^PK/);

    const form = new FormData();
    const image = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });
    form.append('file', new Blob([new Uint8Array(await image.png().toBuffer())], { type: 'image/png' }), 'red.png');
    const sent = { method: 'POST', body: form, headers: hr.authorization };
    expect((await fetch(`${api.url}/api/my-profile/avatar`, sent)).status).toBe(200);

    const page = await (await fetch(api.url, { headers: { accept: 'text/html' } })).text();
    const [script = ''] = /\/console\/assets\/[\w.-]+\.js/.exec(page) ?? [];
    expect((await fetch(api.url + script)).status).toBe(200);

    await Promise.all([api.kill('SIGTERM'), worker.kill('SIGTERM')]);
    for (const { output, child } of [api, worker]) {
      expect(child.exitCode).toBe(0);
      expect(output()).not.toMatch(/"level":"error"|DeprecationWarning|ExperimentalWarning/);
    }
    const database = await mongoose.createConnection(env.MONGO_URL ?? '').asPromise();
    await database.dropDatabase();
    await database.close();
  });
});

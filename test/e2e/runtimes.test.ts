import { spawnSync } from 'node:child_process';
import mongoose from 'mongoose';
import sharp from 'sharp';
import { makeOrganization } from '../../dev/faults/organization';
import { canRunReleases, installReleases, nodeOf, OTHERS } from '../../dev/runtimes/releases';
import { serviceEnvironment, startApiProcess, startWorkerProcess, type ServiceProcess } from '../support/processes';

const EMPLOYEES = 24;
const running: ServiceProcess[] = [];

beforeAll(() => {
  if (canRunReleases) installReleases({ others: true });
});

afterEach(() => Promise.all(running.splice(0).map((child) => child.kill('SIGKILL'))));

(canRunReleases ? describe : describe.skip)(
  'the build on other releases of Node.js (packages for Linux on x64)',
  () => {
    test.each(OTHERS)('%s: import, cycle, gaps, exports, images and the console', async (major) => {
      const node = nodeOf(major);
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
  },
);

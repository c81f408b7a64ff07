import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { allRows } from '../faults/client';
import { makeOrganization } from '../faults/organization';
import { freePort } from '../free-port';
import { startMongo } from '../mongo';
import { startRedis } from '../redis';

const EMPLOYEES = 60;
const READY_MS = 120_000;
const DATABASE = 'images';

/** `buildah run` with its options, to which container and command are added. */
const [program = '', ...options] = (process.env.RUN_IN_CONTAINER ?? '').split(' ');
const { API_CONTAINER = '', WORKER_CONTAINER = '' } = process.env;

const inContainer = (container: string, env: Record<string, string>, command: readonly string[]): string[] => [
  ...options,
  ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  ...[container, '--', ...command],
];

function start(container: string, env: Record<string, string>, script: string): ChildProcess {
  const args = inContainer(container, env, ['node', '--enable-source-maps', script]);
  return spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

async function untilReady(url: string): Promise<void> {
  const limit = Date.now() + READY_MS;
  while (
    !(await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > limit) throw new Error(`${url} is not ready.`);
    await new Promise((again) => setTimeout(again, 500));
  }
}

function expectBytes(what: string, bytes: Buffer, begin: string): void {
  if (!bytes.toString('latin1').startsWith(begin))
    throw new Error(`${what} begins with ${bytes.subarray(0, 20).toString()}`);
  console.log(`· ${what}: ${bytes.length} bytes`);
}

/** Runs API and worker from the images in production mode: an import, a cycle, gaps, the exports and the console. */
async function main(): Promise<void> {
  const log = (line: string): void => console.log(`· ${line}`);
  const [mongo, redis, port] = await Promise.all([startMongo({ log }), startRedis({ log }), freePort()]);
  const address = new URL(mongo.url);
  address.pathname = `/${DATABASE}`;
  const env = {
    NODE_ENV: 'production',
    MONGO_URL: address.toString(),
    REDIS_URL: redis.url,
    BASE_URL: `http://localhost:${port}`,
    PORT: String(port),
    API_SURFACE: 'internal',
    JWT_SECRET: 'fedcba9876543210'.repeat(4),
    DATA_KEY: '0123456789abcdef'.repeat(4),
    BOOTSTRAP_ADMIN_EMAIL: 'root@platform.example',
    BOOTSTRAP_ADMIN_PASSWORD: 'a-long-root-password',
    PLATFORM_TWO_FACTOR: 'optional', // the platform's account has no authenticator here
    RATE_LIMIT_AUTH: '1000',
    RATE_LIMIT_GLOBAL: '100000',
    RATE_LIMIT_UPLOAD: '1000',
    LOG_LEVEL: 'warn',
  };
  const processes = [
    start(API_CONTAINER, env, 'build/js/api/main.js'),
    start(WORKER_CONTAINER, env, 'build/js/worker/main.js'),
  ];
  try {
    const url = `http://localhost:${port}`;
    await untilReady(url);
    log('The API of the image is ready in production mode');
    const { hr, closedCycleId: cycleId, answering } = await makeOrganization(url, 'a', EMPLOYEES);
    log(`${EMPLOYEES} employees imported, a cycle generated, answered and closed`);
    const subjectId = answering[0]?.id;
    expectBytes('PDF', await hr.download('/api/evaluation-results/export-pdf', { cycleId, subjectId }), '%PDF-');
    expectBytes('Heatmap', await hr.download('/api/gap-heatmap/export-excel', { cycleId }), 'PK');
    expectBytes('Nine-box', await hr.download('/api/nine-box/export-excel', { cycleId }), 'PK');
    const gaps = await allRows(hr, `/api/gap-analysis?cycleId=${cycleId}`);
    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
    if (!page.includes('/console/assets/')) throw new Error('The image serves no console.');
    log(`${gaps.length} gaps calculated, and the console is served`);
    const recover = ['node', 'build/js/api/admin.js', 'recover', '--email', 'second@platform.example'];
    const { status } = spawnSync(program, inContainer(API_CONTAINER, env, recover), {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`The recovery of an administrator ended with ${status}.`);
    log('An administrator was recovered from the image');
  } finally {
    const running = processes.filter(({ exitCode }) => exitCode === null);
    for (const child of running) child.kill('SIGTERM');
    await Promise.all(running.map((child) => once(child, 'exit')));
    await Promise.all([mongo.stop(), redis.stop()]);
  }
}

void main().then(
  () => {
    console.log('The images do their main job.'); // after what buildah says about processes that were stopped
    process.exit(0);
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../../dev/client';
import { freePort } from '../../dev/free-port';
import { makeOrganization } from './organization';

const BOOTSTRAP = {
  BOOTSTRAP_ADMIN_EMAIL: 'root@platform.example',
  BOOTSTRAP_ADMIN_PASSWORD: 'a-long-root-password',
};
const dataDir = mkdtempSync(join(tmpdir(), 'killed-start-'));
const started: ChildProcess[] = [];

interface Start {
  url: string;
  child: ChildProcess;
  output(): string;
  ended: Promise<unknown>;
}

/** Starts the whole service with databases of its own, as npm start does. */
async function start(): Promise<Start> {
  const port = await freePort();
  const { MONGO_URL: _mongo, REDIS_URL: _redis, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(__dirname, 'stack-process.cjs'), dataDir, String(port)], {
    env: { ...inherited, ...BOOTSTRAP, NODE_ENV: 'development', METRICS_PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { url: `http://localhost:${port}`, child, output: () => text, ended: once(child, 'exit') };
}

async function untilRunning({ child, output }: Start): Promise<void> {
  while (!output().includes('running ')) {
    if (child.exitCode !== null) throw new Error(output());
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Command lines of the processes that have the data directory in their arguments or hold its lock. */
function users(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return command !== '' && (command + environment).includes(dataDir) ? [`${pid} ${command}`] : [];
      } catch {
        return []; // it has already ended
      }
    });
}

/** Five seconds on a machine that does nothing else. */
async function untilNobodyUses(): Promise<void> {
  const limit = performance.now() + 600_000;
  while (users().length > 0 && performance.now() < limit) await new Promise((done) => setTimeout(done, 50));
  expect(users()).toEqual([]);
}

afterAll(async () => {
  for (const child of started) child.kill('SIGTERM');
  await untilNobodyUses();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a start that was killed leaves nothing running, and the next one has its data', async () => {
  const first = await start();
  await untilRunning(first);
  expect(users().length).toBeGreaterThan(3);

  const refused = await start();
  await refused.ended;
  expect(refused.child.exitCode).toBe(1);
  expect(refused.output()).toContain(`The data in ${dataDir} are in use by process ${first.child.pid}`);

  await makeOrganization(first.url, 'kept');
  first.child.kill('SIGKILL');
  const next = await start(); // at once: it waits for the processes of the first one
  await first.ended;

  await untilRunning(next);
  const root = await new ApiClient(next.url).signIn('root@platform.example', 'a-long-root-password');
  const { items } = await root.get<{ items: { slug: string }[] }>('/api/tenants');
  expect(items.map(({ slug }) => slug)).toEqual(['kept']);

  next.child.kill('SIGKILL');
  await next.ended;
  await untilNobodyUses();
});

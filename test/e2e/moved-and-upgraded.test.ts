import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import mongoose from 'mongoose';
import { ApiClient, ApiError } from '../../dev/client';
import { allRows } from '../../dev/faults/client';
import { startAdmin } from '../support/admin-command';
import { OLD_BACKUP, OLD_DATA_KEY, oldAccounts } from '../support/old-organization';
import { readDocument } from '../support/operations';
import {
  serviceEnvironment,
  spawnProcess,
  startApiProcess,
  startWorkerProcess,
  type ServiceProcess,
} from '../support/processes';
import { everythingShown } from '../support/shown-answers';
import { makeOrganization } from './organization';

type Environment = Record<string, string>;
type Api = ServiceProcess & { url: string };

const BUILT = resolve('build/js/api/admin.js');
const SENDERS = 4;
const out = mkdtempSync(join(tmpdir(), 'backups-'));
const limits = { RATE_LIMIT_GLOBAL: '1000000', RATE_LIMIT_AUTH: '1000', BASE_URL: 'http://moved.localhost' };
const old = serviceEnvironment({ ...limits, DATA_KEY: OLD_DATA_KEY });
const fresh = { ...old, ...serviceEnvironment({ ...limits, DATA_KEY: OLD_DATA_KEY }) };
const running: ServiceProcess[] = [];

async function admin(args: string[], env: Environment): Promise<string> {
  const { code, out: text, error } = await startAdmin(args, env, BUILT).ended;
  expect([code, error]).toEqual([0, '']);
  return text;
}

async function startApi(env: Environment): Promise<Api> {
  const api = await startApiProcess(env);
  running.push(api);
  return api;
}

async function startWorker(env: Environment): Promise<ServiceProcess> {
  const worker = await startWorkerProcess(env);
  running.push(worker);
  return worker;
}

async function dropDatabase({ MONGO_URL = '' }: Environment): Promise<void> {
  const database = await mongoose.createConnection(MONGO_URL).asPromise();
  await database.dropDatabase();
  await database.close();
}

const namesOf = async (client: ApiClient): Promise<string[]> =>
  (await allRows<{ name: string }>(client, '/api/departments')).map(({ name }) => name).sort();
/** The names of the first departments that a test creates. */
const named = (count: number): string[] => Array.from({ length: count }, (_, at) => `Department ${at}`).sort();

afterAll(async () => {
  await Promise.all(running.map((child) => child.kill('SIGKILL')));
  await Promise.all([old, fresh].map(dropDatabase));
  rmSync(out, { recursive: true });
});

test('a backup that is made while others write brings everything back on an empty machine, list by list', async () => {
  await admin(['restore', '--from', OLD_BACKUP], old);
  const api = await startApi(old);
  const busy = await makeOrganization(api.url, 'busy');
  const shown = (url: string) => everythingShown(readDocument('internal'), url, oldAccounts());
  const before = await shown(api.url);

  const backup = startAdmin(['backup', '--out', out], old, BUILT);
  let written = 0;
  for (; backup.child.exitCode === null; written++)
    await busy.post('/api/departments', { name: `Department ${written}` });
  const { code, out: text } = await backup.ended;
  expect([code, written > 0]).toEqual([0, true]);
  await api.kill('SIGKILL');
  await dropDatabase(old);

  await admin(['restore', '--from', text.trim().split('\n').at(-1) ?? ''], fresh);
  const restored = await startApi(fresh);
  expect(await shown(restored.url)).toEqual(before);
  const client = await new ApiClient(restored.url).signIn('admin@busy.example', 'Correct-horse-9-battery', 'busy');
  const names = await namesOf(client);
  expect(names).toEqual(named(names.length));
  await restored.kill('SIGTERM');
});

test('an upgrade under load, old and new side by side: no answer that a proxy would not repeat, and nothing is lost', async () => {
  const next = { ...fresh, NODE_OPTIONS: `--require ${resolve('test/e2e/next-version.cjs')}` };
  const oldApis = [await startApi(fresh), await startApi(fresh)];
  const oldWorker = await startWorker(fresh);
  const client = await new ApiClient(oldApis[0]?.url ?? '').signIn(
    'admin@busy.example',
    'Correct-horse-9-battery',
    'busy',
  );
  const before = await namesOf(client);
  const proxy = { upstreams: oldApis.map(({ url }) => url) };
  const load = startLoad(client, proxy);

  expect((await startAdmin(['migrate', '--check'], next, BUILT).ended).code).toBe(2);
  const newWorker = await startWorker(next);
  while ((await startAdmin(['migrate', '--check'], next, BUILT).ended).code !== 0);
  for (const api of oldApis) {
    proxy.upstreams.push((await startApi(next)).url);
    await load.goesOn();
    const stopped = api.kill('SIGTERM');
    while (await isReady(api)); // no longer than the API still accepts connections
    proxy.upstreams.splice(proxy.upstreams.indexOf(api.url), 1);
    await stopped;
  }
  await oldWorker.kill('SIGTERM');
  await load.goesOn();
  const { created, failures } = await load.stop();

  expect(failures).toEqual([]);
  expect(await namesOf(client.at(proxy.upstreams[0] ?? ''))).toEqual([...before, ...created].sort());
  const late = spawnProcess('api', { ...fresh, PORT: '0' });
  await once(late.child, 'close');
  expect([late.child.exitCode, late.output()]).toEqual([1, expect.stringMatching(/The data have schema version \d+, and this program knows \d+ at most/)]); // oxfmt-ignore
  for (const child of [...oldApis, oldWorker, newWorker]) expect(child.output()).not.toContain('"level":"error"');
});

const isReady = ({ url }: Api): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    (error: unknown) => {
      if (!(error instanceof TypeError)) throw error; // what `fetch` throws when no one answers
      return false;
    },
  );

/** Whether nothing of a request was sent, so that a proxy sends it to another upstream. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';

/** Writes and reads through a proxy, which repeats a GET at another upstream, and a POST only when its connection was refused. */
function startLoad(client: ApiClient, { upstreams }: { upstreams: string[] }) {
  const created: string[] = [];
  const failures: string[] = [];
  let turn = 0;
  let isOver = false;
  const upstream = (): ApiClient => client.at(upstreams[turn++ % upstreams.length] ?? '');
  const read = (): Promise<unknown> => upstream().get('/api/departments');
  const repeated = (error: unknown): Promise<unknown> => {
    if (error instanceof ApiError && ![502, 503, 504].includes(error.status)) throw error;
    return read();
  };
  const create = async (name: string): Promise<void> => {
    try {
      await upstream().post('/api/departments', { name });
    } catch (error) {
      if (!isRefused(error)) throw error;
      await create(name);
    }
  };
  const send = async (sender: number): Promise<void> => {
    for (let at = 0; !isOver; at++) {
      const name = `Load ${sender}-${at}`;
      try {
        await create(name);
        created.push(name);
        await read().catch(repeated);
      } catch (error) {
        failures.push(`${name}: ${String(error)}`);
      }
    }
  };
  const senders = Array.from({ length: SENDERS }, (_, sender) => send(sender));
  return {
    /** Waits until every sender was answered again. */
    async goesOn() {
      const limit = created.length + SENDERS;
      while (created.length < limit && failures.length === 0) await new Promise((done) => setTimeout(done, 5));
    },
    async stop() {
      isOver = true;
      await Promise.all(senders);
      return { created, failures };
    },
  };
}

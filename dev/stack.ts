import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { ownDataDirectory } from './data-owner';
import { freePort } from './free-port';
import { startMongo } from './mongo';
import { startRedis } from './redis';

export interface StackOptions {
  /** Where logs and secrets live and, unless `ephemeral`, the data of MongoDB and Redis. */
  dataDir: string;
  /** Keeps no data: MongoDB and Redis start empty and forget. */
  ephemeral?: boolean;
  port: number;
  workers?: number;
  /** Workers get a fifth of a scarce processor, and requests the rest: as in docker-compose.yml. */
  workersGiveWay?: boolean;
  /** The build is up to date. */
  isBuilt?: boolean;
  env?: Record<string, string>;
  log: (line: string) => void;
}

export interface Stack {
  url: string;
  mongo: string;
  /** Runs `work` against one more API process with other settings, on the same data, and stops that process. */
  withApi<T>(env: Record<string, string>, work: (url: string) => Promise<T>): Promise<T>;
  /** Resolves when a part of the stack ended by itself, with a sentence and its last log lines. */
  crashed: Promise<string>;
  stop(): Promise<void>;
}

const DATABASE = 'evaluation';
const API = 'api/main.js';
const READY_MS = 60_000;
const STOP_MS = 25_000;

/** Starts MongoDB and Redis (or uses MONGO_URL and REDIS_URL), builds what has changed, and starts the API and the workers. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { dataDir, log } = options;
  const owner = ownDataDirectory(dataDir, log);
  mkdirSync(resolve(dataDir, 'logs'), { recursive: true });
  const children: Child[] = [];
  const servers: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(children.splice(0).map((child) => child.stop()));
    await Promise.all(servers.splice(0).map((stopServer) => stopServer()));
  };
  try {
    const [urls] = await Promise.all([startServers(options, owner, servers), options.isBuilt ? undefined : build(log)]);
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(options.port),
      MONGO_URL: urls.mongo,
      REDIS_URL: urls.redis,
      BASE_URL: `http://localhost:${options.port}`,
      ...options.env,
    };
    const reports: Promise<string>[] = [];
    const run = (name: string, script: string, changes: Record<string, string> = {}): Child => {
      const child = startProcess(name, script, { ...env, ...changes }, resolve(dataDir, 'logs', `${name}.log`), owner);
      children.push(child);
      return child;
    };
    const launch = (name: string, script: string): Child => {
      const child = run(name, script);
      reports.push(child.crashed);
      return child;
    };
    launch('api', API);
    for (let at = 1; at <= (options.workers ?? 1); at++) {
      const worker = launch(at === 1 ? 'worker' : `worker-${at}`, 'worker/main.js');
      if (options.workersGiveWay) worker.giveWay();
    }
    const crashed = Promise.race(reports);
    const url = `http://localhost:${options.port}`;
    log('Waiting for the API');
    await unlessCrashed(crashed, untilReady(url));
    const withApi: Stack['withApi'] = async (changes, work) => {
      const port = await freePort();
      const child = run('api-extra', API, { METRICS_PORT: '0', ...changes, PORT: String(port) });
      try {
        const address = `http://localhost:${port}`;
        return await unlessCrashed(
          Promise.race([crashed, child.crashed]),
          untilReady(address).then(() => work(address)),
        );
      } finally {
        await child.stop();
      }
    };
    return { url, mongo: urls.mongo, withApi, crashed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function unlessCrashed<T>(crashed: Promise<string>, work: Promise<T>): Promise<T> {
  return Promise.race([work, crashed.then((report) => Promise.reject(new Error(report)))]);
}

/** The databases: existing ones where MONGO_URL and REDIS_URL name them, else servers of this stack. */
async function startServers(
  { dataDir, ephemeral, log }: StackOptions,
  owner: number,
  stops: (() => Promise<void>)[],
): Promise<{ mongo: string; redis: string }> {
  const kept = (name: string) => (ephemeral ? undefined : resolve(dataDir, name));
  let redis = process.env.REDIS_URL;
  if (!redis) {
    log('Starting Redis');
    const server = await startRedis({ dataDir: kept('redis'), owner, log });
    stops.push(() => server.stop());
    redis = server.url;
  }
  let mongo = process.env.MONGO_URL;
  if (!mongo) {
    log('Starting MongoDB');
    const server = await startMongo({ dataDir: kept('mongo'), log });
    stops.push(() => server.stop());
    const url = new URL(server.url);
    url.pathname = `/${DATABASE}`;
    mongo = url.toString();
    log(`MongoDB runs (${server.engine})`);
  }
  return { mongo, redis };
}

async function build(log: (line: string) => void): Promise<void> {
  log('Building');
  const output: Buffer[] = [];
  const child = spawn(process.execPath, ['dev/build-changed.cjs'], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  if (code !== 0) throw new Error(`The build failed:\n${Buffer.concat(output).toString()}`);
  log('Built');
}

interface Child {
  crashed: Promise<string>;
  /** Lets others have scarce processors first. */
  giveWay(): void;
  stop(): Promise<void>;
}

/** Starts a process of the service that ends with this one, even when this one is killed. */
function startProcess(name: string, script: string, env: NodeJS.ProcessEnv, logFile: string, owner: number): Child {
  const log = openSync(logFile, 'w');
  const args = ['--require', resolve('dev/with-parent.cjs'), '--enable-source-maps', resolve('build/js', script)];
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['ignore', log, log, 'ipc', owner],
    detached: true, // Ctrl-C reaches us alone, and we stop them in order
  });
  closeSync(log);
  let stopping = false;
  const ended = new Promise<number | string | null>((done) =>
    child.once('exit', (code, signal) => done(code ?? signal)),
  );
  return {
    crashed: new Promise((report) => {
      void ended.then((code) => {
        if (!stopping) report(`The ${name} ended with ${code}. Its last lines (${logFile}):\n${lastLines(logFile)}`);
      });
    }),
    giveWay() {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    },
    async stop() {
      stopping = true;
      await end(child, ended);
    },
  };
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-30).join('\n');
}

async function untilReady(url: string): Promise<void> {
  const until = Date.now() + READY_MS;
  while (Date.now() < until) {
    const ready = await fetch(`${url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The API did not become ready within 60 s.');
}

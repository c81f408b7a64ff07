import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../dev/free-port';

/** A real process of the service, started from the build. */
export interface ServiceProcess {
  child: ChildProcess;
  /** What it logged so far. */
  output(): string;
  /** Waits for a log line. */
  until(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

const READY_MS = 300_000;

/** Environment of one service made of real processes: its own database and queues. */
export function serviceEnvironment(overrides: Record<string, string> = {}): Record<string, string> {
  const name = `e2e-${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
  const mongo = new URL(process.env.MONGO_URL ?? '');
  mongo.pathname = `/${name}`;
  return {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    NODE_ENV: 'development',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'evaluation-')),
    MONGO_URL: mongo.toString(),
    REDIS_URL: process.env.REDIS_URL ?? '',
    QUEUE_PREFIX: name,
    BOOTSTRAP_ADMIN_EMAIL: 'root@platform.example',
    BOOTSTRAP_ADMIN_PASSWORD: 'a-long-root-password',
    LOG_LEVEL: 'info',
    ARGON2_MEMORY_MIB: '19', // the least that is allowed, as in test/jest.config.cjs
    ...overrides,
  };
}

/** Starts `api` or `worker` from the build without waiting for it, on this release of Node.js or the one at the path `node`. */
export function spawnProcess(
  name: 'api' | 'worker',
  env: Record<string, string>,
  node = process.execPath,
): ServiceProcess {
  const child = spawn(node, [resolve('build/js', name, 'main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, 'exit');
  return {
    child,
    output: () => text,
    async until(expected) {
      const limit = Date.now() + READY_MS;
      while (!text.includes(expected)) {
        if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${text}`);
        if (Date.now() > limit) throw new Error(`${name} did not log "${expected}":\n${text}`);
        await new Promise((done) => setTimeout(done, 20));
      }
    },
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await ended;
    },
  };
}

/** Starts a worker and waits until it consumes. */
export async function startWorkerProcess(env: Record<string, string>, node?: string): Promise<ServiceProcess> {
  const worker = spawnProcess('worker', env, node);
  await worker.until('worker ready');
  return worker;
}

/** Starts an API on a free port and waits until it listens. */
export async function startApiProcess(
  env: Record<string, string>,
  node?: string,
): Promise<ServiceProcess & { url: string }> {
  const port = await freePort();
  const api = spawnProcess('api', { ...env, PORT: String(port) }, node);
  await api.until('api ready');
  return { ...api, url: `http://127.0.0.1:${port}` };
}

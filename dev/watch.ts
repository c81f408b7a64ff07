import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Accounts, readAccounts, writeAccounts } from './accounts';
import { DEMO_SLUG, ensureDemo } from './demo/ensure';
import { findKeptServers, keepServers } from './servers';
import { startStack } from './stack';

/** What runs, each with the port of its debugger. */
const PROCESSES = [
  { name: 'api', inspect: 9229 },
  { name: 'worker', inspect: 9230 },
];
const SOURCES = ['api', 'shared'];
/** An editor writes several files at once: the build waits until they are there. */
const SETTLE_MS = 200;
const BUILD = [
  '-p',
  'dev/production-build/tsconfig.build.json',
  '--incremental',
  '--tsBuildInfoFile',
  'build/js/.tsbuildinfo',
];

const say = (line: string): void => console.log(`· ${line}`);

/** npm run dev: runs the API and a worker with debuggers, and rebuilds and restarts them on each change until Ctrl-C. */
export async function develop(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const dataDir = resolve('.data/dev');
  mkdirSync(dataDir, { recursive: true });
  const kept = findKeptServers();
  const own = kept ? null : await keepServers(say);
  const servers = kept ?? own;
  if (!servers) return;
  const mongo = new URL(servers.mongo);
  mongo.pathname = '/evaluation';
  const port = process.env.PORT ?? '3000';
  const accounts = readAccounts(dataDir);
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: port,
    MONGO_URL: mongo.toString(),
    REDIS_URL: servers.redis,
    BASE_URL: `http://localhost:${port}`,
    BOOTSTRAP_ADMIN_EMAIL: accounts.systemAdmin.email,
    BOOTSTRAP_ADMIN_PASSWORD: accounts.systemAdmin.password,
  };
  Object.assign(process.env, { MONGO_URL: env.MONGO_URL, REDIS_URL: env.REDIS_URL });
  /** The compiler and the processes, by name. */
  const running = new Map<string, ChildProcess>();
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await Promise.all([...running.values()].map(end));
    await own?.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());

  await makeDemo(dataDir, Number(port), accounts);
  if (stopping) return;
  const restart = inTurn(async () => {
    for (const { name, inspect } of PROCESSES) {
      const old = running.get(name);
      if (old) await end(old);
      if (!stopping) running.set(name, launch(name, inspect, env));
    }
  });
  running.set('compiler', compile(restart));
  regenerateOnChange();
  say(`http://localhost:${port}/swagger; sign-ins in ${join(dataDir, 'accounts.json')} (tenantSlug "${DEMO_SLUG}")`);
  say('Debuggers: 9229 (api) and 9230 (worker). Stop with Ctrl-C.');
}

/** The demo organization, which the servers forget when they stop. */
async function makeDemo(dataDir: string, port: number, accounts: Accounts): Promise<void> {
  const { systemAdmin } = accounts;
  const env = { BOOTSTRAP_ADMIN_EMAIL: systemAdmin.email, BOOTSTRAP_ADMIN_PASSWORD: systemAdmin.password };
  const stack = await startStack({ dataDir, port, log: say, env });
  try {
    await ensureDemo({ stack, accounts, keep: (demo) => writeAccounts(dataDir, { ...accounts, demo }), log: say });
  } finally {
    await stack.stop();
  }
}

/** Compiles on each change; calls back after each compilation without errors. */
function compile(done: () => void): ChildProcess {
  const compiler = spawn('node_modules/.bin/tsc', [...BUILD, '--watch', '--preserveWatchOutput'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: compiler.stdout }).on('line', (line) => {
    if (line.trim() !== '') console.log(line);
    if (line.includes('Found 0 errors')) done();
  });
  return compiler;
}

/** Writes the routes and documents again after a change; what changes in them reaches the compiler like every other file. */
function regenerateOnChange(): void {
  const generate = inTurn(async () => {
    await once(spawn(process.execPath, ['dev/check.cjs', 'generate'], { stdio: 'inherit' }), 'close');
  });
  let timer: NodeJS.Timeout | undefined;
  for (const folder of SOURCES)
    watch(folder, { recursive: true }, (_event, name) => {
      if (!name?.endsWith('.ts') || name.startsWith('generated/')) return;
      clearTimeout(timer);
      timer = setTimeout(generate, SETTLE_MS);
    });
}

/** Runs `work` once more after the running call when it was asked for during that call; never two at once. */
function inTurn(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isAsked = false;
  const run = async (): Promise<void> => {
    isAsked = true;
    if (isRunning) return;
    isRunning = true;
    while (isAsked) {
      isAsked = false;
      await work();
    }
    isRunning = false;
  };
  return () => void run();
}

function launch(name: string, inspect: number, env: NodeJS.ProcessEnv): ChildProcess {
  const script = resolve('build/js', name, 'main.js');
  return spawn(process.execPath, [`--inspect=127.0.0.1:${inspect}`, '--enable-source-maps', script], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true, // Ctrl-C reaches this process alone, which stops the others in order
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { freePort } from '../free-port';

const run = promisify(execFile);
const NODE_TIMEOUT_MS = 1_500;
const HOST = '127.0.0.1';

/** Several servers of Redis that stand in for each other. */
export interface RedisGroup {
  /** As `REDIS_URL` names it. */
  url: string;
  /** Kills the master that holds a key. */
  killMasterOf(key: string): Promise<void>;
  stop: () => void;
}

export interface RedisCluster extends RedisGroup {
  /** Moves the slot of a key to another master, with its keys. */
  moveSlotOf(key: string): Promise<void>;
}

interface Servers {
  folder: string;
  start(port: number, args: readonly string[]): void;
  kill(port: number): void;
  stop: () => void;
}

function makeServers(): Servers {
  const folder = mkdtempSync(join(tmpdir(), 'redis-group-'));
  const running = new Map<number, ChildProcess>();
  const kill = (port: number): void => void running.get(port)?.kill('SIGKILL');
  return {
    folder,
    start(port, args) {
      running.set(port, spawn('redis-server', args, { cwd: folder, stdio: 'ignore' }));
    },
    kill,
    stop() {
      for (const port of running.keys()) kill(port);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const cli = async (port: number, ...args: string[]): Promise<string> =>
  (await run('redis-cli', ['-h', HOST, '-p', String(port), ...args])).stdout.trim();

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(100)) if (await isSo().catch(() => false)) return;
  throw new Error(`Redis did not come to this: ${what}`);
}

async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = await freePort();
    if (port < 55_000 && !ports.includes(port)) ports.push(port); // the bus of a cluster is 10,000 higher
  }
  return ports;
}

const serverArgs = (port: number): string[] => [
  ...['--port', String(port), '--bind', HOST, '--save', '', '--maxmemory-policy', 'noeviction'],
  ...['--appendonly', 'yes', '--appenddirname', `aof-${port}`],
  ...['--repl-diskless-sync-delay', '0'], // no other replica to wait for
];

/** Whether a server follows its master; one that has never followed it does not take over. */
const follows = async (port: number): Promise<boolean> =>
  (await cli(port, 'info', 'replication')).includes('master_link_status:up');

/** Starts three masters with a replica each. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const servers = makeServers();
  const ports = await freePorts(6);
  for (const port of ports)
    servers.start(port, [
      ...serverArgs(port),
      ...['--cluster-enabled', 'yes', '--cluster-config-file', `nodes-${port}.conf`],
      ...['--cluster-node-timeout', String(NODE_TIMEOUT_MS)],
    ]);
  await until('all servers answer', async () => (await Promise.all(ports.map((port) => cli(port, 'ping')))).every((text) => text === 'PONG')); // oxfmt-ignore
  const addresses = ports.map((port) => `${HOST}:${port}`);
  await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes']);
  const [first = 0] = ports;
  await until('each master has a replica', async () => {
    const isUp = (await cli(first, 'cluster', 'info')).includes('cluster_state:ok');
    return isUp && (await Promise.all(ports.map(follows))).filter(Boolean).length === 3;
  });
  const alive = new Set(ports);
  const ask = (...args: string[]): Promise<string> => cli([...alive][0] ?? 0, ...args);
  const masters = async (): Promise<{ id: string; port: number; slots: string[] }[]> =>
    (await ask('cluster', 'nodes')).split('\n').flatMap((line) => {
      const [id = '', address = '', flags = '', , , , , state, ...slots] = line.split(' ');
      const port = Number(/:(\d+)@/.exec(address)?.[1]);
      return flags.includes('master') && !flags.includes('fail') && state === 'connected' ? [{ id, port, slots }] : [];
    });
  const masterOf = async (key: string) => {
    const slot = Number(await ask('cluster', 'keyslot', key));
    const holds = (range: string): boolean => {
      const [from = Number.NaN, to = from] = range.split('-').map(Number);
      return from <= slot && slot <= to;
    };
    const found = (await masters()).find(({ slots }) => slots.some(holds));
    if (!found) throw new Error(`no master holds ${key}`);
    return { ...found, slot };
  };
  return {
    url: `redis://${addresses.join(',')}?cluster=true`,
    async killMasterOf(key) {
      const { port } = await masterOf(key);
      alive.delete(port);
      servers.kill(port);
      await until('a replica has taken over', async () => (await masterOf(key)).port !== port);
    },
    async moveSlotOf(key) {
      const from = await masterOf(key);
      const to = (await masters()).find(({ id, slots }) => id !== from.id && slots.length > 0);
      if (!to) throw new Error('there is no other master');
      const slot = String(from.slot);
      await cli(to.port, 'cluster', 'setslot', slot, 'importing', from.id);
      await cli(from.port, 'cluster', 'setslot', slot, 'migrating', to.id);
      for (;;) {
        const keys = (await cli(from.port, 'cluster', 'getkeysinslot', slot, '100')).split('\n').filter(Boolean);
        if (keys.length === 0) break;
        await cli(from.port, 'migrate', HOST, String(to.port), '', '0', '5000', 'keys', ...keys);
      }
      await cli(to.port, 'cluster', 'setslot', slot, 'node', to.id);
      await cli(from.port, 'cluster', 'setslot', slot, 'node', to.id);
    },
    stop: servers.stop,
  };
}

/** Starts a master with a replica, and three Sentinels that watch them. */
export async function startRedisSentinels(): Promise<RedisGroup> {
  const servers = makeServers();
  const [master = 0, replica = 0, ...sentinels] = await freePorts(5);
  servers.start(master, serverArgs(master));
  servers.start(replica, [...serverArgs(replica), '--replicaof', HOST, String(master)]);
  await until('the replica follows', () => follows(replica));
  for (const port of sentinels) {
    const file = join(servers.folder, `sentinel-${port}.conf`);
    const lines = [
      `port ${port}`,
      `bind ${HOST}`,
      `sentinel monitor main ${HOST} ${master} 2`,
      `sentinel down-after-milliseconds main ${NODE_TIMEOUT_MS}`,
      'sentinel failover-timeout main 5000',
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    servers.start(port, [file, '--sentinel']);
  }
  const [watching = 0] = sentinels;
  await until('the Sentinels know each other', async () =>
    /num-other-sentinels\n2/.test(await cli(watching, 'sentinel', 'master', 'main')),
  );
  return {
    url: `redis://${sentinels.map((port) => `${HOST}:${port}`).join(',')}?sentinel=main`,
    async killMasterOf() {
      servers.kill(master);
      const now = async (): Promise<string> => cli(watching, 'sentinel', 'get-master-addr-by-name', 'main');
      await until('the replica has taken over', async () => (await now()).includes(String(replica)));
      const client = new Redis({ host: HOST, port: replica });
      await until('it takes writes', async () => (await client.role())[0] === 'master');
      client.disconnect();
    },
    stop: servers.stop,
  };
}

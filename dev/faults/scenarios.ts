import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import Redis from 'ioredis';
import mongoose from 'mongoose';
import { prefixOfQueue } from '../../shared/jobs/queues';
import type { SeededRandom } from '../demo/seeded-random';
import { resultOf, untilAnswered } from './client';
import type { Cluster, RedisKind } from './cluster';
import { drill } from './drill';
import type { Organizations, Phase } from './load';

/** A fault that comes while the load runs, and goes by itself. */
export interface Scenario {
  name: string;
  what: string;
  /** The Redis that it hurts, by default one server. */
  redis?: RedisKind;
  run(
    cluster: Cluster,
    random: SeededRandom,
    context: { phase: Phase; both: Organizations; seed: number },
  ): Promise<void>;
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** In the order in which a run goes through them. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'worker',
    what: 'SIGKILL of a worker, three times',
    async run(cluster, random) {
      for (let time = 0; time < 3; time++) {
        await cluster.restartWorker(random.integer(0, cluster.workers.length - 1), 'SIGKILL');
        await pause(random.integer(100, 1_500));
      }
    },
  },
  {
    name: 'api',
    what: 'SIGKILL of an API, twice',
    async run(cluster, random) {
      for (let time = 0; time < 2; time++) {
        await cluster.restartApi(random.integer(0, cluster.apis.length - 1), 'SIGKILL');
        await pause(random.integer(100, 1_500));
      }
    },
  },
  {
    name: 'redis',
    what: 'SIGKILL of Redis, back after 3 to 6 s',
    async run({ redis }, random) {
      await redis.kill();
      await pause(random.integer(3_000, 6_000));
      await redis.start();
    },
  },
  {
    name: 'flushall',
    what: 'FLUSHALL, twice',
    async run({ redis }, random) {
      const client = new Redis(redis.url);
      for (let time = 0; time < 2; time++) {
        await client.flushall();
        await pause(random.integer(200, 1_500));
      }
      client.disconnect();
    },
  },
  {
    name: 'database',
    what: 'SIGKILL of the database, back after 3 to 8 s',
    async run({ database }, random) {
      await database.kill();
      await pause(random.integer(3_000, 8_000));
      await database.start();
    },
  },
  {
    name: 'backend',
    what: 'SIGKILL of one PostgreSQL process, three times',
    async run({ database }, random) {
      for (let time = 0; time < 3; time++) {
        database.killBackend();
        await pause(random.integer(300, 2_000));
      }
    },
  },
  {
    name: 'hostile',
    what: 'database errors, twice in a row, for 6 s (harsh hostile mode)',
    async run({ database }, _random, { seed }) {
      const connection = await mongoose.createConnection(database.url, { appName: 'faults' }).asPromise();
      const set = (mode: string): Promise<unknown> | undefined =>
        connection.db?.admin().command({ configureFailPoint: 'hostile', mode, data: { seed, harsh: true } });
      await set('alwaysOn');
      await pause(6_000);
      await set('off');
      await connection.close();
    },
  },
  {
    name: 'clicks',
    what: '50 clicks on one button at once',
    async run({ urls }, _random, { phase, both: { a } }) {
      const path = `/api/evaluation-cycles/${phase.draft.id}/generate-evaluations`;
      const at = (index: number) => a.hr.at(urls[index % urls.length] ?? '');
      await Promise.all(Array.from({ length: 50 }, (_, index) => resultOf(a.hr, () => at(index).post<object>(path))));
    },
  },
  {
    name: 'frozen',
    what: 'a worker frozen for 12 s while another takes over',
    async run({ workers }, random) {
      const pid = random.pick(workers).child.pid ?? 0;
      process.kill(pid, 'SIGSTOP');
      await pause(12_000);
      process.kill(pid, 'SIGCONT');
      await pause(1_000);
    },
  },
  {
    name: 'slow',
    what: '100 clients that send a byte a second',
    async run({ urls }, _random, { both: { b } }) {
      const sockets = urls.flatMap((url) => Array.from({ length: 50 }, () => slowClient(Number(new URL(url).port))));
      const trickle = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), 1_000);
      for (let time = 0; time < 10; time++) {
        await untilAnswered(() => b.hr.get('/api/departments'));
        await pause(400);
      }
      clearInterval(trickle);
      sockets.forEach((socket) => socket.destroy());
    },
  },
  {
    name: 'rolling',
    what: 'a rolling restart of every process',
    async run(cluster) {
      for (const index of cluster.apis.keys()) await cluster.restartApi(index, 'SIGTERM');
      for (const index of cluster.workers.keys()) await cluster.restartWorker(index, 'SIGTERM');
    },
  },
  {
    name: 'backup',
    what: 'SIGKILL of a backup, twice; the next one holds what was acknowledged before',
    run: (cluster, random, { phase, both }) => drill(cluster, random, phase, both, { backups: 2, restores: 0 }),
  },
  {
    name: 'restore',
    what: 'SIGKILL of a restore elsewhere, twice; the next one brings everything',
    run: (cluster, random, { phase, both }) => drill(cluster, random, phase, both, { backups: 0, restores: 2 }),
  },
  {
    name: 'disk',
    what: 'no space for files for 5 s',
    async run(cluster) {
      const free = fillDisk(cluster);
      await pause(5_000);
      free();
    },
  },
  {
    name: 'cluster',
    what: 'a cluster of Redis: the slot of the jobs moves, then SIGKILL of its master',
    redis: 'cluster',
    async run({ group, env }, random) {
      if (!group || !('moveSlotOf' in group)) throw new Error('there is no cluster');
      const key = `${prefixOfQueue({ isCluster: true }, env.QUEUE_PREFIX ?? '', 'bulk')}:bulk:meta`;
      await group.moveSlotOf(key);
      await pause(random.integer(200, 1_500));
      await group.killMasterOf(key);
    },
  },
  {
    name: 'sentinel',
    what: 'SIGKILL of the master that three Sentinels watch',
    redis: 'sentinels',
    run: async ({ group }) => group?.killMasterOf(''),
  },
];

function slowClient(port: number): Socket {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('POST /api/departments HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
  );
  return socket.on('error', () => undefined);
}

/** Fills the disk of the files; where that is no disk of its own, processes may write no file instead. Returns the end of it. */
function fillDisk({ files, apis, workers }: Cluster): () => void {
  if (!files.isDisk) {
    const pids = [...apis, ...workers].flatMap((each) => (each?.child.pid === undefined ? [] : [each.child.pid]));
    const limit = (size: string): void =>
      pids.forEach((pid) => void execFileSync('prlimit', ['--pid', String(pid), `--fsize=${size}`]));
    limit('0:unlimited');
    return () => limit('unlimited');
  }
  const path = join(files.folder, 'ballast');
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(65_536));
  } catch {
    closeSync(file); // full
  }
  return () => rmSync(path);
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import mongoose from 'mongoose';
import { freePort } from '../free-port';

/** A database or Redis process on a fixed port and folder, which may be killed and started again. */
export interface Server {
  url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  pid(): number;
}

const START_MS = 300_000;

/** The database on its own folder, kept over kills: `mongod` where one is on the PATH, else the embedded one. */
export async function databaseServer(folder: string): Promise<Server & { killBackend(): void }> {
  const port = await freePort();
  const dbpath = join(folder, 'mongo');
  mkdirSync(dbpath, { recursive: true });
  const onPath = (process.env.PATH ?? '').split(':').find((each) => existsSync(join(each, 'mongod')));
  const program = onPath ? join(onPath, 'mongod') : resolve('dev/documentdb/mongod');
  const args = ['--port', String(port), '--bind_ip', '127.0.0.1', '--dbpath', dbpath, '--replSet', 'rs0'];
  const server = restartable(program, args, port);
  await server.start();
  const url = `mongodb://127.0.0.1:${port}/?replicaSet=rs0`;
  const direct = await mongoose.createConnection(`${url}&directConnection=true`).asPromise();
  const member = { _id: 0, host: `127.0.0.1:${port}` };
  await direct.db?.admin().command({ replSetInitiate: { _id: 'rs0', members: [member] } });
  await direct.close();
  return {
    ...server,
    url,
    killBackend: () => {
      const backends = below(server.pid()).filter(({ command }) => command.includes('postgres: postgres postgres'));
      const victim = backends[0];
      if (victim) process.kill(victim.pid, 'SIGKILL');
    },
  };
}

/** Redis on its own folder, with the append-only file that production has. */
export async function redisServer(folder: string): Promise<Server> {
  const port = await freePort();
  const dir = join(folder, 'redis');
  mkdirSync(dir, { recursive: true });
  const settings = { port, bind: '127.0.0.1', dir, save: '', appendonly: 'yes', 'maxmemory-policy': 'noeviction' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = restartable('redis-server', args, port);
  await server.start();
  return { ...server, url: `redis://127.0.0.1:${port}` };
}

function restartable(program: string, args: readonly string[], port: number): Omit<Server, 'url'> {
  let child: ChildProcess | undefined;
  return {
    pid: () => child?.pid ?? 0,
    async start() {
      child = spawn(program, [...args], { stdio: 'ignore' });
      const limit = Date.now() + START_MS;
      while (!(await answers(port))) {
        if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
        if (Date.now() > limit) throw new Error(`${program} did not listen on ${port}`);
        await new Promise((done) => setTimeout(done, 50));
      }
    },
    async kill() {
      const victim = child;
      if (!victim || victim.exitCode !== null || victim.signalCode !== null) return;
      const ended = new Promise((done) => victim.once('exit', done));
      victim.kill('SIGKILL');
      await ended;
    },
  };
}

async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}

function below(root: number): { pid: number; command: string }[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .map((match) => ({ pid: Number(match?.[1]), parent: Number(match?.[2]), command: match?.[3] ?? '' }));
  const children = (pid: number): typeof rows =>
    rows.filter(({ parent }) => parent === pid).flatMap((row) => [row, ...children(row.pid)]);
  return children(root);
}

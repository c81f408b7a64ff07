import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { freePort } from './free-port';

export interface RunningRedis {
  url: string;
  port: number;
  stop(): Promise<void>;
}

/**
 * Starts a private redis-server on a free port (or the one given): with `dataDir` it keeps its data there (append-only file, flushed each
 * second), without it is empty and forgets. Rejects with a sentence when redis-server is not installed.
 */
export async function startRedis(options: {
  dataDir?: string;
  port?: number;
  log: (line: string) => void;
}): Promise<RunningRedis> {
  const port = options.port ?? (await freePort());
  const { dataDir } = options;
  if (dataDir) mkdirSync(dataDir, { recursive: true });
  const persistence = dataDir
    ? ['--dir', dataDir, '--appendonly', 'yes', '--appendfsync', 'everysec']
    : ['--appendonly', 'no'];
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--maxmemory-policy', 'noeviction', ...persistence],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.once('error', () => reject(new Error('redis-server is not installed: apt-get install redis-server')));
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}:\n${output}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
      if (output.includes('Ready to accept connections')) resolve();
    });
  });
  child.removeAllListeners('exit');
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

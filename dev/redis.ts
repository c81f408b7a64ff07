import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { freePort } from './free-port';

export interface RunningRedis {
  url: string;
  port: number;
  stop(): Promise<void>;
}

export interface RedisOptions {
  /** Where it keeps its data (append-only file, flushed each second); without it Redis is empty and forgets. */
  dataDir?: string;
  port?: number;
  /** The file of its users; without it everyone may do everything. */
  aclFile?: string;
  /** The lock of the data directory (see `ownDataDirectory`), which Redis holds as long as it runs. */
  owner?: number;
  log: (line: string) => void;
}

/** Runs redis-server until it ends, or until the standard input is closed: by `stop`, or because this process has ended. */
const UNTIL_INPUT_ENDS = `
  exec 5<&0 </dev/null
  redis-server "$@" 5<&- &
  server=$!
  (read -r _ <&5; kill -TERM $server) 2>/dev/null &
  watcher=$!
  wait $server
  code=$?
  kill $watcher 2>/dev/null
  exit $code
`;
const NOT_FOUND = 127;

/**
 * Starts a private redis-server on a free port (or the one given). It ends with this process, even when that is killed. Rejects
 * with a sentence when redis-server is not installed.
 */
export async function startRedis(options: RedisOptions): Promise<RunningRedis> {
  const port = options.port ?? (await freePort());
  const { dataDir, owner = 'ignore' } = options;
  if (dataDir) mkdirSync(dataDir, { recursive: true });
  const persistence = dataDir
    ? ['--dir', dataDir, '--appendonly', 'yes', '--appendfsync', 'everysec']
    : ['--appendonly', 'no'];
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--maxmemory-policy', 'noeviction'];
  const users = options.aclFile === undefined ? [] : ['--aclfile', options.aclFile];
  const child = spawn('sh', ['-c', UNTIL_INPUT_ENDS, 'sh', ...settings, ...persistence, ...users], {
    stdio: ['pipe', 'pipe', 'pipe', owner],
    detached: true, // Ctrl-C reaches this process alone: the API and the workers still need Redis while they stop
  });
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error('redis-server was started without its streams.');
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.once('error', reject);
    for (const stream of [stdout, stderr])
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-4_000);
        if (output.includes('Ready to accept connections')) resolve();
      });
    void ended.then((code) => {
      const reason =
        code === NOT_FOUND ? 'is not installed: apt-get install redis-server' : `ended with ${code}:\n${output}`;
      reject(new Error(`redis-server ${reason}`));
    });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    async stop() {
      stdin.end();
      await ended;
    },
  };
}

import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where PostgreSQL's programs are inside the root. */
const BIN = '/usr/lib/postgresql/18/bin';

/** The directory of the Debian root that holds PostgreSQL with DocumentDB; DOCUMENTDB_ROOT overrides the default. */
export function documentDbRoot(): string {
  return process.env.DOCUMENTDB_ROOT ?? '/var/cache/evaluation-service/documentdb';
}

/** The file whose presence says that a root is complete. */
export function postgresBinary(root: string): string {
  return join(root, BIN, 'postgres');
}

/** The user and group that PostgreSQL runs as: numbers from the root's own passwd file, which the host need not know. */
export function postgresIdentity(root: string): { uid: number; gid: number } {
  const line = readFileSync(join(root, 'etc/passwd'), 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error(`${root} has no user "postgres": delete it, it is built again`);
  return { uid: Number(uid), gid: Number(gid) };
}

/** A host directory to be seen at a path inside the root. */
export interface BindMount {
  readonly from: string;
  readonly to: string;
}

/**
 * Runs one of PostgreSQL's programs in the root as the user postgres. The process gets a mount namespace of its own, so that its
 * mounts end with it, and the signal `onParentDeath` when this process dies, so that nothing is left behind by a SIGKILL.
 */
export function spawnInRoot(
  root: string,
  mount: BindMount | undefined,
  [program = '', ...args]: readonly string[],
  { stdio, onParentDeath }: { stdio: StdioOptions; onParentDeath: 'INT' | 'QUIT' | 'KILL' },
): ChildProcess {
  const enter = `exec chroot "$root" setpriv --reuid=postgres --regid=postgres --init-groups --pdeathsig=${onParentDeath} -- "$@"`;
  const inRoot = [root, join(BIN, program), ...args];
  const options = { stdio, env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' }, cwd: '/' };
  if (!mount) return spawn('sh', ['-c', `root="$0"; ${enter}`, ...inRoot], options);
  // The mount point is in a file system of this namespace too: in the root another start could delete it.
  const script = [
    ...['set -e; mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm"; mount -t tmpfs -o mode=755 tmpfs "$0/clusters"'],
    ...['mkdir "$2"; mount --bind "$1" "$2"; root="$0"; shift 2', enter],
  ].join('; ');
  const [, ...command] = inRoot;
  return spawn(
    'unshare',
    ['--mount', '--propagation', 'private', 'sh', '-c', script, root, mount.from, join(root, mount.to), ...command],
    options,
  );
}

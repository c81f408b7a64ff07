import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { documentDbRoot, postgresBinary } from './root';

/** The suite of Debian that has the package, and the script of debootstrap that builds any suite. */
const SUITE = 'forky';
const PACKAGE = 'postgresql-18-documentdb';
const SUITE_SCRIPT = '/usr/share/debootstrap/scripts/sid';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Builds in "$1" next to its final place "$2": an interrupted build is never taken for a complete one. Runs under flock, so a second
 * process waits and then finds the root built ("$3" is the file that tells).
 */
const BUILD = `
  set -e
  if [ -x "$3" ]; then exit 0; fi
  rm -rf --one-file-system "$1"
  command -v debootstrap >/dev/null || { apt-get -o DPkg::Lock::Timeout=300 update -q && apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends debootstrap; }
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -m1 '/debian/*$') || { echo 'apt has no source for Debian'; exit 1; }
  debootstrap --variant=minbase --keyring=${KEYRING} --include=${PACKAGE} ${SUITE} "$1" "$mirror" ${SUITE_SCRIPT}
  rm -rf "$1/var/cache/apt/archives" "$1/var/lib/apt/lists"
  mkdir -p "$1/dev/shm" "$1/clusters" "$1/run/documentdb"
  chmod 1777 "$1/dev/shm"
  rm -rf --one-file-system "$2"
  mv "$1" "$2"
`;

/** Why the root cannot be built on this machine, as a sentence; undefined when nothing speaks against it. */
function obstacle(): string | undefined {
  if (process.platform !== 'linux' || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).error) {
    return 'the embedded database is installed from Debian packages, and this machine has no apt-get';
  }
  if (process.getuid?.() !== 0) return 'the embedded database is installed and run in a chroot, which needs root';
  return undefined;
}

/**
 * Builds the Debian root that holds PostgreSQL with DocumentDB when it is missing (about a minute, 700 MB); `log` gets its progress.
 * Throws an Error with a sentence that says why it cannot be done and what to use instead.
 */
export async function ensureDocumentDbRoot({ log }: { log: (line: string) => void }): Promise<void> {
  const root = documentDbRoot();
  const advice = 'Install mongod, or set MONGO_URL to a MongoDB that runs.';
  if (process.getuid?.() === 0 && existsSync(postgresBinary(root))) return;
  const reason = obstacle();
  if (reason !== undefined) throw new Error(`No embedded database: ${reason}. ${advice}`);
  await mkdir(dirname(root), { recursive: true });
  log(`Building the embedded database in ${root} (once, about a minute)`);
  const lines: string[] = [];
  const arguments_ = [`${root}.lock`, 'sh', '-c', BUILD, 'sh', `${root}.build`, root, postgresBinary(root)];
  const code = await new Promise<number | null>((resolve, reject) => {
    const build = spawn('flock', arguments_, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [build.stdout, build.stderr]) createInterface(stream).on('line', (line) => lines.push(line));
    build.on('error', reject);
    build.on('close', resolve);
  });
  if (code !== 0) {
    throw new Error(
      `No embedded database: its packages could not be installed (${lines.slice(-3).join(' | ')}). ${advice}`,
    );
  }
  log('The embedded database is installed');
}

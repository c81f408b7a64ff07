import { spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BindMount } from './root';

/** Beside a directory of data in the root: a file with this ending that holds the path of the link to it. */
const LINK_NOTE = '.link';

/**
 * Makes the directory of a cluster's data and returns the mount that shows it at the path `data` inside the root, a child of `/clusters`. Where mounting is
 * forbidden `hostData` becomes a link to that path and nothing is returned. Throws when such a link leads elsewhere.
 */
export async function provideDataDirectory(
  root: string,
  hostData: string,
  data: string,
): Promise<BindMount | undefined> {
  const inside = join(root, data);
  const stats = lstatSync(hostData, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() && (await readlink(hostData)) !== inside) {
    throw new Error(
      `${hostData} leads to ${await readlink(hostData)}, not into ${root}: the directory or the root was moved`,
    );
  }
  const linked = stats ? stats.isSymbolicLink() : !canMount();
  if (!linked) {
    await mkdir(hostData, { recursive: true, mode: 0o700 });
    return { from: hostData, to: data };
  }
  await removeUnlinked(dirname(inside));
  await mkdir(inside, { recursive: true, mode: 0o700 });
  if (!stats) {
    await writeFile(inside + LINK_NOTE, hostData);
    await symlink(inside, hostData);
  }
  return undefined;
}

/** Whether this process may mount in a namespace of its own (in a container it usually may not). */
function canMount(): boolean {
  if (process.env.DOCUMENTDB_BIND_MOUNT === '0') return false;
  const probe = ['--mount', '--propagation', 'private', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'];
  return spawnSync('unshare', probe, { stdio: 'ignore' }).status === 0;
}

/** Deletes the data whose link is gone: someone deleted the directory that it was in. */
async function removeUnlinked(clusters: string): Promise<void> {
  await mkdir(clusters, { recursive: true });
  for (const note of (await readdir(clusters)).filter((name) => name.endsWith(LINK_NOTE))) {
    const link = await readFile(join(clusters, note), 'utf8');
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    await rm(join(clusters, note.slice(0, -LINK_NOTE.length)), { recursive: true, force: true });
    await rm(join(clusters, note));
  }
}

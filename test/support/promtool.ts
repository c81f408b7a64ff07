import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const INSTALLED = resolve('build/promtool');
const { runApt } = jest.requireActual<{ runApt(args: string[], cwd?: string): { status: number | null } }>(
  '../../dev/prepare.cjs',
);

const runs = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/**
 * The path of `promtool`; null where there is none and Debian's package cannot be had. It is taken out of the package `prometheus`,
 * whose installation would start a server.
 */
export function findPromtool(): string | null {
  if (runs('promtool')) return 'promtool';
  if (runs(INSTALLED)) return INSTALLED;
  if (!runs('apt-get')) return null;
  const folder = mkdtempSync(join(tmpdir(), 'promtool-'));
  try {
    const download = (): boolean => runApt(['download', 'prometheus'], folder).status === 0;
    if (!download() && !(runApt(['update', '-qq']).status === 0 && download())) return null;
    const archive = readdirSync(folder).find((name) => name.endsWith('.deb')) ?? '';
    spawnSync('dpkg-deb', ['--extract', archive, 'content'], { cwd: folder });
    const program = join(folder, 'content/usr/bin/promtool');
    if (!existsSync(program)) return null;
    mkdirSync(resolve('build'), { recursive: true });
    copyFileSync(program, INSTALLED);
    return INSTALLED;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The packages of the releases; in the root their program would take the place of `node` in every npm script. */
const PACKAGES = resolve('dev/runtimes');
/** The others have a folder of their own: npm would replace the program that is running the tests. */
const INSTALLED = { images: resolve('build/runtimes/images'), others: resolve('build/runtimes/others') };
const LOCK = 'package-lock.json';
/** The release of the images. */
const OF_IMAGES = '24';
/** The other releases that the service runs on. */
export const OTHERS = ['20', '22'] as const;
/** Whether the packages have a program for this machine. */
export const canRunReleases = process.platform === 'linux' && process.arch === 'x64';

/** Installs the release of the images, or with `others` all, where they are not, or not these. */
export function installReleases({ others = false } = {}): void {
  const folder = others ? INSTALLED.others : INSTALLED.images;
  const majors = others ? OTHERS : [OF_IMAGES];
  const lock = readFileSync(join(PACKAGES, LOCK), 'utf8');
  const copy = join(folder, LOCK);
  const isSame = existsSync(copy) && readFileSync(copy, 'utf8') === lock;
  if (isSame && majors.every((major) => existsSync(nodeOf(major)))) return;
  cpSync(PACKAGES, folder, { recursive: true });
  const options = ['--no-audit', '--no-fund', '--loglevel=error', ...(others ? [] : ['--omit=dev'])];
  const { status, stderr } = spawnSync('npm', ['ci', ...options], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ci in ${folder} failed:\n${stderr}`);
}

/** Returns the program of a release. */
export function nodeOf(major: string): string {
  return join(major === OF_IMAGES ? INSTALLED.images : INSTALLED.others, `node_modules/node-${major}/bin/node`);
}

/** Returns the program that runs the tests: the release of the images, or this one where npm has none for the machine. */
export function nodeOfTests(): string {
  const isOwn = process.versions.node.startsWith(`${OF_IMAGES}.`) || !canRunReleases;
  return isOwn ? process.execPath : nodeOf(OF_IMAGES);
}

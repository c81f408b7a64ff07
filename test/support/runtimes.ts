import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The packages of the releases; in the root their program would take the place of `node` in every npm script. */
const PACKAGES = resolve('dev/runtimes');
const INSTALLED = resolve('build/runtimes');
const LOCK = 'package-lock.json';
/** Whether the packages have a program for this machine. */
export const canRunReleases = process.platform === 'linux' && process.arch === 'x64';

/** Installs the releases where they are not, or not these. */
export function installRuntimes(): void {
  const lock = readFileSync(join(PACKAGES, LOCK), 'utf8');
  const copy = join(INSTALLED, LOCK);
  const isComplete = existsSync(join(INSTALLED, 'node_modules/.package-lock.json'));
  if (isComplete && existsSync(copy) && readFileSync(copy, 'utf8') === lock) return;
  cpSync(PACKAGES, INSTALLED, { recursive: true });
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', ['ci', ...options], { cwd: INSTALLED, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ci in ${INSTALLED} failed:\n${stderr}`);
}

/** Returns the program of a release. */
export function nodeOf(major: string): string {
  return join(INSTALLED, `node_modules/node-${major}/bin/node`);
}

// Makes a fresh Debian machine ready: Node's version, npm packages, system packages. Plain Node: nothing is installed yet.
const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const { existsSync, readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '..');
const CHROMIUM = '/usr/lib/chromium/chromium-headless-shell';

/** What the system must have: the Debian package, and how to see that it is there. */
const SYSTEM = {
  'redis-server': () => process.env.REDIS_URL || onPath('redis-server'),
  'chromium-headless-shell': () => existsSync(process.env.CHROMIUM_PATH || CHROMIUM),
  'fonts-liberation': () => existsSync('/usr/share/fonts/truetype/liberation'),
  // A small font with Chinese, Japanese and Korean; the images have Noto for all scripts.
  'fonts-droid-fallback': () => existsSync('/usr/share/fonts-droid-fallback'),
  'poppler-utils': () => onPath('pdftotext'),
  'libxml2-utils': () => onPath('xmllint'),
  'python3-pandas': () => existsSync('/usr/lib/python3/dist-packages/pandas'),
  'python3-matplotlib': () => existsSync('/usr/lib/python3/dist-packages/matplotlib'),
  'r-cran-jsonlite': () => existsSync('/usr/lib/R/site-library/jsonlite'),
};
const TO_RUN = ['redis-server', 'chromium-headless-shell', 'fonts-liberation', 'fonts-droid-fallback'];
/** They read what the service prints, and the metadata of OData. */
const TO_TEST = [...TO_RUN, 'poppler-utils', 'libxml2-utils'];
/** What the examples of docs/bi are written for. */
const TO_TEST_ALL = [...TO_TEST, 'python3-pandas', 'python3-matplotlib', 'r-cran-jsonlite'];

const LOCK_SECONDS = 300;

/** Runs apt-get in a folder. A fresh machine often updates itself at its first start: this waits until apt's locks are free. */
function runApt(args, cwd = root) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const deadline = Date.now() + LOCK_SECONDS * 1000;
  for (;;) {
    const options = ['-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`];
    const result = spawnSync('apt-get', [...options, ...args], { cwd, env, encoding: 'utf8' });
    // apt waits by itself for the lock of dpkg, not for the one of its package lists.
    const isLocked = result.status !== 0 && result.stderr.includes('Could not get lock');
    if (!isLocked || Date.now() > deadline) return result;
    console.log('Another program holds the lock of apt. Trying again in 5 seconds');
    spawnSync('sleep', ['5']);
  }
}

exports.runApt = runApt;

function onPath(program) {
  return (process.env.PATH || '').split(':').some((folder) => existsSync(join(folder, program)));
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) stop(`Node 20.19 or newer is needed; this is ${process.version}.`);
}

/**
 * Whether npm has installed what a lockfile asks for. npm writes what it installed to `node_modules/.package-lock.json`; the dates of
 * the two files say nothing in a folder that was copied or checked out. Packages of other platforms may be missing.
 */
exports.isInstalled = (lock, installed) => {
  const found = JSON.parse(installed).packages;
  return Object.entries(JSON.parse(lock).packages).every(([path, { version, integrity, optional, link }]) => {
    if (path === '' || link) return true;
    return found[path] ? found[path].version === version && found[path].integrity === integrity : optional === true;
  });
};

/** Starts `npm ci` where it is needed; the process, or undefined. */
function startNpm() {
  const installed = join(root, 'node_modules/.package-lock.json');
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (existsSync(installed) && exports.isInstalled(lock, readFileSync(installed, 'utf8'))) return undefined;
  console.log('Installing the npm packages');
  return spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
}

function installSystemPackages(names) {
  const missing = names.filter((name) => !SYSTEM[name]());
  if (missing.length === 0) return;
  const command = `apt-get install -y ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !onPath('apt-get'))
    stop(
      `Missing: ${missing.join(', ')}. Install with: sudo ${command}\n(on another system than Debian: redis 6.2+, Chromium with CHROMIUM_PATH, the Liberation fonts and one with Chinese; for the tests poppler, xmllint, pandas, R with jsonlite)`,
    );
  console.log(`Installing ${missing.join(', ')} (if Debian is updating itself, this waits for at most 5 minutes)`);
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...missing],
  ]) {
    const { status, stderr } = runApt(args);
    if (status !== 0) stop(`apt-get ${args.join(' ')} failed:\n${stderr}\nInstall by hand with: ${command}`);
  }
  const still = missing.filter((name) => !SYSTEM[name]());
  if (still.length > 0) stop(`Still missing after the installation: ${still.join(', ')}.`);
}

/** Installs npm's packages and the system's at the same time: both wait for their servers. */
async function prepare(systemPackages) {
  process.chdir(root);
  checkNode();
  const npm = startNpm();
  const ended = npm && once(npm, 'close');
  process.once('exit', () => npm?.kill());
  installSystemPackages(systemPackages);
  const [status] = (await ended) ?? [0];
  if (status !== 0) stop('npm ci failed. Its messages are above.');
}

/** Prepares the machine for `npm start` and `npm run demo`. */
exports.prepareToRun = () => prepare(TO_RUN);

/** Prepares the machine for `npm test`, and with `all` for every test. */
exports.prepareToTest = ({ all }) => prepare(all ? TO_TEST_ALL : TO_TEST);

/** Runs a program to its end; returns whether it succeeded. */
function runProgram(program, args, options) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  return status === 0;
}

/** Runs a program of node_modules/.bin to its end; returns whether it succeeded. */
exports.run = (program, args, options = {}) => runProgram(join(root, 'node_modules/.bin', program), args, options);

/** Runs this Node.js to its end; returns whether it succeeded. */
exports.runNode = (args) => runProgram(process.execPath, args, {});

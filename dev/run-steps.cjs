// Runs gates at the same time, as many as there are cores, and skips those whose inputs have not changed.
const { spawn } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { dirname, join, resolve } = require('node:path');

const root = resolve(__dirname, '..');
const stampFile = ({ name }) => join(root, 'build/stamps', name);

/** Files below a path, sorted, without what the gates write themselves. */
function filesBelow(path, skipped) {
  if (skipped.includes(path) || !existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(join(path, name), skipped));
}

/** One hash of what a gate reads and writes. */
function stampOf({ inputs, outputs }) {
  const hash = createHash('sha256');
  const files = [
    ...inputs.flatMap((path) => filesBelow(path, outputs)),
    ...outputs.flatMap((path) => filesBelow(path, [])),
  ];
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function isUpToDate(step) {
  if (!step.inputs || !existsSync(stampFile(step))) return false;
  return readFileSync(stampFile(step), 'utf8') === stampOf(step);
}

/** Runs one command to its end; resolves with its exit status and everything it printed. */
function execute([program, ...args], env = {}) {
  return new Promise((done) => {
    const child = spawn(program === 'node' ? process.execPath : join(root, 'node_modules/.bin', program), args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => done({ ok: false, output: `${error.message}\n` }));
    child.once('close', (code) => done({ ok: code === 0, output }));
  });
}

async function runStep(step) {
  if (isUpToDate(step)) {
    console.log(`ok     ${step.name} (nothing has changed)`);
    return true;
  }
  const started = Date.now();
  rmSync(stampFile(step), { force: true });
  let text = '';
  let ok = true;
  for (const command of step.commands) {
    const result = await execute(command, step.env);
    text += result.output;
    ok = result.ok;
    if (!ok) break;
  }
  if (ok && step.inputs) {
    mkdirSync(dirname(stampFile(step)), { recursive: true });
    writeFileSync(stampFile(step), stampOf(step));
  }
  process.stdout.write(text);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${step.name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return ok;
}

/** Runs the gates, each after those it needs; resolves with how many passed and failed. */
exports.runSteps = async (steps) => {
  const results = new Map();
  const running = new Map();
  const waiting = [...steps];
  const isPlanned = (name) => steps.some((step) => step.name === name);
  const canStart = ({ after = [] }) => after.every((name) => !isPlanned(name) || results.has(name));
  while (waiting.length > 0 || running.size > 0) {
    const next = running.size < availableParallelism() ? waiting.findIndex(canStart) : -1;
    if (next < 0) {
      await Promise.race(running.values());
      continue;
    }
    const [step] = waiting.splice(next, 1);
    const work = runStep(step).then((ok) => {
      results.set(step.name, ok);
      running.delete(step.name);
    });
    running.set(step.name, work);
  }
  const passed = [...results.values()].filter(Boolean).length;
  return { passed, failed: results.size - passed };
};

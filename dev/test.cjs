// npm test: every gate, and the tests that a person runs before a commit. npm run test:all: these, then all others (--all; --rest: the
// others alone). With arguments for jest both run only the tests they select, and the gates these need.
const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { delimiter, dirname, join, relative } = require('node:path');
const { forgetEngine, lastEngine } = require('./engine.cjs');
const { prepareToTest, run } = require('./prepare.cjs');
const { runSteps } = require('./run-steps.cjs');
const { DATABASE, NODE, STEPS, stepsForTests } = require('./steps.cjs');
const { testsBeforeCommit } = require('./test-selection.cjs');
const { writeTestGroups } = require('../test/support/test-groups.cjs');

const REPORTS = 'build';
/** What the tests ask the database (dev/queries/record.ts). */
const QUERIES = join(REPORTS, 'queries');
/** Says that the tests of a commit were the last to ask, and passed. */
const HAS_ASKED = join(QUERIES, 'of-a-commit');
const MODES = ['--all', '--rest'];
const JEST = 'node_modules/.bin/jest';
/** Room for new objects, which workers of jest inherit: with the default a sixth of a run is spent on collecting them. */
const ROOM = '--max-semi-space-size=64';
const BY_FILE = ['-c', 'test/jest.config.cjs'];
const BY_GROUP = ['-c', 'test/whole.config.cjs'];

/** The test files that jest would run with these arguments. */
function selectedTests(args) {
  const { stdout } = spawnSync(JEST, [...BY_FILE, '--listTests', ...args], { encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .map((file) => relative('.', file));
}

/** Runs jest and counts its tests; a run that ends badly without a failed test counts as one. */
async function runJest(config, args) {
  const report = join(REPORTS, 'jest.json');
  rmSync(report, { force: true });
  mkdirSync(REPORTS, { recursive: true }); // tests of rules alone need no gate that makes it
  require('tsx/cjs');
  const node = require('./runtimes/releases.ts').nodeOfTests();
  const env = { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH };
  const all = [ROOM, JEST, ...config, '--json', `--outputFile=${report}`, ...args];
  const [status] = await once(spawn(node, all, { env, stdio: 'inherit' }), 'close');
  const ok = status === 0;
  const counts = { passed: 0, failed: 0 };
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
    counts.passed = numPassedTests;
    counts.failed = numFailedTests + numRuntimeErrorTestSuites;
  } catch {
    counts.failed = 1;
  }
  return !ok && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/**
 * Judges the queries that the tests recorded: a gate of its own after them, which fails when one has no index. Some tests ask nothing.
 * After all of them it also fails for an exception that none needed.
 */
function judgeQueries({ ofAll }) {
  if (!existsSync(QUERIES)) return { passed: 0, failed: 0 };
  const ok = run('tsx', ['dev/queries/main.ts', ...(ofAll ? ['--whole'] : [])]);
  return { passed: Number(ok), failed: Number(!ok) };
}

/** Adds up what gates and tests have counted. */
function sumOf(counts) {
  const sum = { passed: 0, failed: 0 };
  for (const { passed, failed } of counts) {
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}

/** Runs the tests of a commit in groups, after the gates whose output they read; the other gates run at the same time. */
async function testBeforeCommit(files) {
  writeTestGroups(files, { isRest: false });
  const needed = [DATABASE, NODE, ...stepsForTests(files)];
  const gates = await runSteps(needed);
  forgetEngine();
  rmSync(QUERIES, { recursive: true, force: true });
  const others = STEPS.filter((step) => !needed.includes(step));
  const [tests, otherGates] = await Promise.all([runJest(BY_GROUP, []), runSteps(others)]);
  const counts = sumOf([gates, otherGates, tests, judgeQueries({ ofAll: false })]);
  if (tests.failed === 0) writeFileSync(HAS_ASKED, '');
  return counts;
}

/** Runs all other tests in groups; what the tests of a commit asked the database just before is judged with what these ask. */
async function testTheRest(files) {
  writeTestGroups(files, { isRest: true });
  const gates = await runSteps([DATABASE, NODE, ...stepsForTests(files)]);
  const tests = await runJest(BY_GROUP, []);
  const ofAll = existsSync(HAS_ASKED) && tests.failed === 0;
  return sumOf([gates, tests, judgeQueries({ ofAll })]);
}

/** Runs the tests that jest selects by these arguments. */
async function testSelected(files, args) {
  const gates = await runSteps([NODE, ...stepsForTests(files)]);
  forgetEngine();
  rmSync(QUERIES, { recursive: true, force: true });
  return sumOf([gates, await runJest(BY_FILE, args), judgeQueries({ ofAll: false })]);
}

async function main(args) {
  await prepareToTest({ all: args.length > 0 });
  const forJest = args.filter((arg) => !MODES.includes(arg));
  const files = selectedTests(forJest);
  const counts = [];
  if (forJest.length > 0) counts.push(await testSelected(files, forJest));
  else {
    const { isBeforeCommit, untouched } = testsBeforeCommit();
    const others = files.filter((file) => !isBeforeCommit(file));
    if (!args.includes('--rest')) counts.push(await testBeforeCommit(files.filter(isBeforeCommit)));
    if (args.length > 0) counts.push(await testTheRest(others));
    else if (untouched.length > 0)
      console.log(`Left to npm run test:all, since no file of theirs has changed: ${untouched.join(', ')}`);
  }
  const { passed, failed } = sumOf(counts);
  const engine = lastEngine();
  console.log(`Database engine: ${engine ? engine.sentence : 'none was started'}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

void main(process.argv.slice(2));

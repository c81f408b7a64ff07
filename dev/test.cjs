// npm test: every gate and every test; with arguments for jest only the tests they select, and the gates these need.
const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, readFileSync, rmSync } = require('node:fs');
const { join, relative } = require('node:path');
const { forgetEngine, lastEngine } = require('./engine.cjs');
const { prepareToTest, run } = require('./prepare.cjs');
const { runSteps } = require('./run-steps.cjs');
const { DATABASE, STEPS, stepsForTests } = require('./steps.cjs');
const { writeTestGroups } = require('../test/support/test-groups.cjs');

const REPORTS = 'build';
/** What the tests ask the database (dev/queries/record.ts). */
const QUERIES = join(REPORTS, 'queries');
const BY_FILE = ['-c', 'test/jest.config.cjs'];
const BY_GROUP = ['-c', 'test/whole.config.cjs'];

/** The test files that jest would run with these arguments. */
function selectedTests(args) {
  const { stdout } = spawnSync('node_modules/.bin/jest', [...BY_FILE, '--listTests', ...args], { encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .map((file) => relative('.', file));
}

/** Runs jest and counts its tests; a run that ends badly without a failed test counts as one. */
function runJest(config, args) {
  const report = join(REPORTS, 'jest.json');
  rmSync(report, { force: true });
  mkdirSync(REPORTS, { recursive: true }); // tests of rules alone need no gate that makes it
  const ok = run('jest', [...config, '--json', `--outputFile=${report}`, ...args]);
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
 * Judges the queries that the tests recorded: a gate of its own after them, which fails when one has no index. Some tests ask nothing;
 * all of them must have asked.
 */
function judgeQueries(isWhole) {
  if (!isWhole && !existsSync(QUERIES)) return { passed: 0, failed: 0 };
  const ok = run('tsx', ['dev/queries/main.ts', ...(isWhole ? ['--whole'] : [])]);
  return { passed: Number(ok), failed: Number(!ok) };
}

async function main(args) {
  await prepareToTest();
  const isWhole = args.length === 0;
  const files = selectedTests(args);
  if (isWhole) writeTestGroups(files);
  const steps = isWhole ? [DATABASE, ...STEPS] : stepsForTests(files);
  const gates = await runSteps(steps);
  forgetEngine();
  rmSync(QUERIES, { recursive: true, force: true });
  const tests = runJest(isWhole ? BY_GROUP : BY_FILE, args);
  const queries = judgeQueries(isWhole && tests.failed === 0);
  const engine = lastEngine();
  const failed = gates.failed + tests.failed + queries.failed;
  console.log(`Database engine: ${engine ? engine.sentence : 'none was started'}`);
  console.log(`${gates.passed + tests.passed + queries.passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

void main(process.argv.slice(2));

// npm test: every gate and every test; with arguments for jest only the tests they select, and the gates these need.
const { spawnSync } = require('node:child_process');
const { mkdirSync, readFileSync, rmSync } = require('node:fs');
const { join, relative } = require('node:path');
const { forgetEngine, lastEngine } = require('./engine.cjs');
const { prepareToTest, run } = require('./prepare.cjs');
const { execute, runSteps } = require('./run-steps.cjs');
const { STEPS, stepsForTests } = require('./steps.cjs');
const { writeTestGroups } = require('../test/support/test-groups.cjs');

const REPORTS = 'build';
const BY_FILE = ['-c', 'test/jest.config.cjs'];
const BY_GROUP = ['-c', 'test/whole.config.cjs'];
/** What runs once more on a hostile database, by seed (dev/documentdb/README.md): the main flow from import to gaps. */
const HOSTILE = {
  1: ['test/worker/people/import-employees', 'test/worker/evaluation/generate'],
  2: ['test/api/evaluation/closing', 'test/worker/evaluation/assign'],
  3: ['test/worker/insight/recalculate-gaps', 'test/worker/jobs/fence', 'test/worker/jobs/ledger'],
};

/** The test files that jest would run with these arguments. */
function selectedTests(args) {
  const { stdout } = spawnSync('node_modules/.bin/jest', [...BY_FILE, '--listTests', ...args], { encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .map((file) => relative('.', file));
}

/** Counts the tests of one jest run by its report; a run that ends badly without a failed test counts as one. */
function countTests(report, ok) {
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

/** Runs jest and counts its tests. */
function runJest(config, args) {
  const report = join(REPORTS, 'jest.json');
  rmSync(report, { force: true });
  mkdirSync(REPORTS, { recursive: true }); // tests of rules alone need no gate that makes it
  return countTests(report, run('jest', [...config, '--json', `--outputFile=${report}`, ...args]));
}

/** Runs the main flow on a hostile database of this seed, prints what jest said when it has ended, and counts its tests. */
async function runHostile([seed, paths]) {
  const report = join(REPORTS, `jest-hostile-${seed}.json`);
  rmSync(report, { force: true });
  const { ok, output } = await execute(
    ['jest', ...BY_FILE, '--runInBand', '--json', `--outputFile=${report}`, ...paths],
    { DOCUMENTDB_HOSTILE: seed },
  );
  console.log(`Once more on a hostile database, seed ${seed}:\n${output}`);
  return countTests(report, ok);
}

async function main(args) {
  prepareToTest();
  const isWhole = args.length === 0;
  const files = selectedTests(args);
  if (isWhole) writeTestGroups(files);
  const steps = isWhole ? STEPS : stepsForTests(files);
  let { passed, failed } = await runSteps(steps);
  const count = (result) => {
    passed += result.passed;
    failed += result.failed;
  };
  forgetEngine();
  count(runJest(isWhole ? BY_GROUP : BY_FILE, args));
  const engine = lastEngine();
  const isEmbedded = engine !== undefined && !engine.genuine && !process.env.MONGO_URL;
  if (isWhole && isEmbedded) {
    for (const result of await Promise.all(Object.entries(HOSTILE).map(runHostile))) count(result);
  }
  console.log(`Database engine: ${engine ? engine.sentence : 'none was started'}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

void main(process.argv.slice(2));

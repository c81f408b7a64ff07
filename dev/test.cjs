// npm test: every gate and every test; with arguments for jest only the tests they select, and the gates these need.
const { spawnSync } = require('node:child_process');
const { mkdirSync, readFileSync, rmSync } = require('node:fs');
const { relative } = require('node:path');
const { forgetEngine, lastEngine } = require('./engine.cjs');
const { prepareToTest, run } = require('./prepare.cjs');
const { runSteps } = require('./run-steps.cjs');
const { STEPS, stepsForTests } = require('./steps.cjs');
const { writeTestGroups } = require('../test/support/test-groups.cjs');

const REPORT = 'build/jest.json';
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

/** Runs jest and counts its tests; a run that ends badly without a failed test counts as one. */
function runJest(config, args, env = {}) {
  rmSync(REPORT, { force: true });
  mkdirSync('build', { recursive: true }); // tests of rules alone need no gate that makes it
  const ok = run('jest', [...config, '--json', `--outputFile=${REPORT}`, ...args], { env: { ...process.env, ...env } });
  const counts = { passed: 0, failed: 0 };
  try {
    const report = JSON.parse(readFileSync(REPORT, 'utf8'));
    counts.passed = report.numPassedTests;
    counts.failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  } catch {
    counts.failed = 1;
  }
  return !ok && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
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
    for (const [seed, paths] of Object.entries(HOSTILE)) {
      console.log(`Once more on a hostile database, seed ${seed}:`);
      count(runJest(BY_FILE, paths, { DOCUMENTDB_HOSTILE: seed }));
    }
  }
  console.log(`Database engine: ${engine ? engine.sentence : 'none was started'}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

void main(process.argv.slice(2));

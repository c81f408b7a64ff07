// Which tests a person runs before a commit (`npm test`), and which `npm run test:all` adds.
const { spawnSync } = require('node:child_process');

/** What `npm run test:all` adds: folders and the beginnings of file names, without `.test.ts`. */
const ONLY_IN_ALL = [
  'test/console/', // the browser, but for BROWSER_FLOWS
  'test/dev/', // benchmarks and the data of the demo
  'test/e2e/', // faults, kills, upgrades, other releases of Node.js
  'test/timed/', // promises about time, as percentiles
  // the examples of docs/bi: they need pandas, R and Node.js 24
  'test/api/public-v1/bi-examples',
  'test/api/public-v1/client',
  // examples of the other guides, and the demo's framework
  'test/api/evaluation/guests-guide',
  'test/api/framework/demo-framework',
  'test/api/public-v1/power-query',
  'test/worker/comms/webhooks-guide',
  // journeys through many features, each of which has tests of its own
  'test/api/season/',
  'test/api/whole-review',
  'test/api/trusted-review',
  'test/api/kept-names',
  'test/api/evaluation/first-steps',
  'test/api/evaluation/stored-figures',
  'test/api/growth/same-figures',
  'test/api/insight/one-figure',
  'test/api/insight/reopened-cycle',
  'test/api/privacy/erase-everything',
  // attackers who guess, or have the database
  'test/api/insight/unmasking',
  'test/api/insight/unmasking-by-webhooks',
  'test/api/platform/audit-chain',
  'test/api/platform/known-devices',
  'test/api/platform/sign-in-attacks',
  'test/rules/unmasking',
  // a thousand rows, readers who stand still, hundreds at once
  'test/api/evaluation/contention',
  'test/api/evaluation/guests-import',
  'test/api/public-v1/odata-limits',
  'test/api/public-v1/streams',
  'test/shared/csv-of-2-mb',
  'test/worker/people/import-of-2-mb',
  'test/worker/jobs/redis-groups', // killed masters of Redis
  'test/worker/outages', // databases, mail servers and browsers that fail
  'test/api/platform/sso/provider-outages',
  'test/worker/render/pdf-pool',
  'test/worker/jobs/tickets', // workers that stop, lost connections, a database that leaves
  'test/worker/people/killed-imports',
  'test/worker/framework/killed-imports',
  'test/api/privacy/killed-erasure', // a worker that dies at each step
  'test/api/insight/release-races', // many at the same moment
  'test/worker/platform/stream-audit', // receivers that die or do not answer
  'test/shared/migrations', // upgrades
  'test/shared/stored-keys',
  'test/api/operations/', // backup drills, rotated keys, an older organization
  'test/api/platform/recover', // a command, as a process each
];
/** The flows of the console that a person tries before a commit. */
const BROWSER_FLOWS = [
  'test/console/calibration',
  'test/console/employees-import',
  'test/console/my-evaluations',
  'test/console/my-growth',
  'test/console/nominations',
  'test/console/review-cycle',
  'test/console/sign-in',
  'test/console/typed-stays',
];
/** The real processes: two API processes and three workers are one service. */
const PROCESSES = ['test/e2e/cluster'];

/**
 * Features of their own: before a commit the tests that carry the name of one run only when a file that carries it has changed.
 * All of them together are a fifth of a run.
 */
const APART = ['audit', 'documentdb', 'guests', 'odata', 'privacy', 'render', 'scim', 'sso', 'webhooks'];

const startsWithOneOf = (file, beginnings) =>
  beginnings.some((beginning) => file.startsWith(beginning.endsWith('/') ? beginning : `${beginning}.`));

/** The features whose name is a word of the path. */
const featuresOf = (path) => APART.filter((name) => path.split(/[/.-]/).includes(name));

/** The paths of the files that differ from the last commit. */
function changedFiles() {
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--untracked-files=all', '--no-renames'], {
    encoding: 'utf8',
  });
  return stdout.split('\n').map((line) => line.slice(3));
}

/** Returns whether `npm test` runs a test file (a function), and the features whose tests it leaves to `npm run test:all`. */
exports.testsBeforeCommit = () => {
  const changed = new Set(changedFiles().flatMap(featuresOf));
  const chosen = [...BROWSER_FLOWS, ...PROCESSES];
  const isQuick = (file) => /^test\/(rules|architecture)\//.test(file);
  const isBeforeCommit = (file) => {
    if (startsWithOneOf(file, chosen)) return true;
    return (
      !startsWithOneOf(file, ONLY_IN_ALL) && (isQuick(file) || featuresOf(file).every((name) => changed.has(name)))
    );
  };
  return { isBeforeCommit, untouched: APART.filter((name) => !changed.has(name)) };
};

exports.BROWSER_FLOWS = BROWSER_FLOWS;

// Which tests a person runs before a commit (`npm test`), and which `npm run test:all` adds.

/** What `npm run test:all` adds: folders and the beginnings of file names, without `.test.ts`. */
const ONLY_IN_ALL = [
  'dev/documentdb/test/', // the embedded database, which a commit seldom touches
  'test/console/', // the browser, but for BROWSER_FLOWS
  'test/dev/', // benchmarks and the data of the demo
  'test/e2e/', // faults, kills, upgrades, other releases of Node.js
  'test/timed/', // promises about time, as percentiles
  'test/api/operations/', // backup drills, rotated keys, an older organization
];
/** The flows of the console that a person tries before a commit. */
const BROWSER_FLOWS = [
  'test/console/calibration',
  'test/console/employees-import',
  'test/console/first-day',
  'test/console/my-evaluations',
  'test/console/my-growth',
  'test/console/review-cycle',
  'test/console/sign-in',
  'test/console/typed-stays',
];
/** The real processes: two API processes and three workers are one service. */
const PROCESSES = ['test/e2e/cluster'];

const startsWithOneOf = (file, beginnings) =>
  beginnings.some((beginning) => file.startsWith(beginning.endsWith('/') ? beginning : `${beginning}.`));

/** Whether `npm test` runs a test file. */
exports.isBeforeCommit = (file) =>
  startsWithOneOf(file, [...BROWSER_FLOWS, ...PROCESSES]) || !startsWithOneOf(file, ONLY_IN_ALL);

exports.BROWSER_FLOWS = BROWSER_FLOWS;

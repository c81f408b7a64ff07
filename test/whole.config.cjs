// The configuration of a whole run: jest.config.cjs with groups of test files in the place of the files.
const { availableParallelism, totalmem } = require('node:os');
const { FOLDER } = require('./support/test-groups.cjs');
const config = require('./jest.config.cjs');

/** What a worker takes at most, with the share of its browser and its databases. */
const WORKER_BYTES = 2 * 1024 ** 3;

/** @type {import('jest').Config} */
module.exports = {
  ...config,
  // With two for each core all of them are slower, and the run takes longer.
  maxWorkers: Math.max(1, Math.min(Math.ceil(1.5 * availableParallelism()), Math.floor(totalmem() / WORKER_BYTES))),
  // A new process for each group: every AsyncLocalStorage that a finished group created would take part in each promise after it.
  workerIdleMemoryLimit: '100MB',
  projects: config.projects
    .filter(({ displayName }) => displayName === 'integration')
    .map((project) => ({ ...project, displayName: 'all', roots: [FOLDER], testMatch: ['**/*.group.cjs'] })),
  testSequencer: '<rootDir>/test/support/by-name.cjs',
};

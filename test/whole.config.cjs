// The configuration of a whole run: jest.config.cjs with groups of test files in the place of the files.
const { FOLDER } = require('./support/test-groups.cjs');
const config = require('./jest.config.cjs');

/** @type {import('jest').Config} */
module.exports = {
  ...config,
  maxWorkers: 5,
  // A new process for each group: every AsyncLocalStorage that a finished group created would take part in each promise after it.
  workerIdleMemoryLimit: '100MB',
  projects: config.projects
    .filter(({ displayName }) => displayName === 'integration')
    .map((project) => ({ ...project, displayName: 'all', roots: [FOLDER], testMatch: ['**/*.group.cjs'] })),
  testSequencer: '<rootDir>/test/support/by-name.cjs',
};

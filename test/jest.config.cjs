const { resolve } = require('node:path');

// Quiet unless asked: the log of a passing test says nothing.
process.env.LOG_LEVEL ??= 'error';
// The least that is allowed: hundreds of tests sign in with a password.
process.env.ARGON2_MEMORY_MIB ??= '19';

const compiler = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: false, useDefineForClassFields: true },
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];
const DRIVER_IMPORT = 'mongodb/lib/runtime_adapters';
/** Packages of ECMAScript modules alone: Node.js requires them, jest's sandbox does not before Node.js 24.9. */
const ESM_PACKAGES = '(?:openid-client|oauth4webapi|jose)/';

/** What all projects share. */
const project = {
  rootDir: resolve(__dirname, '..'),
  testEnvironment: 'node',
  // A global is looked up in the sandbox each time that it is named, at the price of a call; these are handed to every module.
  sandboxInjectedGlobals: ['Array', 'BigInt', 'Error', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Set', 'String'],
  roots: ['<rootDir>/test'],
  // MongoDB's driver imports `os` in a way that the sandbox refuses, and would say nothing about itself, which MongoDB refuses.
  transform: { '^.+\\.ts$': compiler, [`${DRIVER_IMPORT}\\.js$`]: compiler, [`/${ESM_PACKAGES}.+\\.js$`]: compiler },
  transformIgnorePatterns: [`/node_modules/(?!${DRIVER_IMPORT}|${ESM_PACKAGES})`],
};
/** Tests of these folders run without database, Redis and Chromium. */
const WITHOUT_SERVERS = ['rules', 'architecture'];

/** @type {import('jest').Config} */
module.exports = {
  rootDir: project.rootDir,
  projects: [
    { ...project, displayName: 'rules', testMatch: [`**/test/(${WITHOUT_SERVERS.join('|')})/**/*.test.ts`] },
    {
      ...project,
      displayName: 'integration',
      testMatch: [`**/test/!(${WITHOUT_SERVERS.join('|')})/**/*.test.ts`, '**/test/*.test.ts'],
      setupFiles: ['<rootDir>/test/support/data-folder.cjs'],
      globalSetup: '<rootDir>/test/support/global-setup.cjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.cjs',
    },
    {
      ...project,
      displayName: 'engine',
      roots: ['<rootDir>/dev/documentdb/test'],
      testMatch: ['**/*.test.ts'],
      globalSetup: '<rootDir>/dev/documentdb/test/global-setup.cjs',
      globalTeardown: '<rootDir>/dev/documentdb/test/global-teardown.cjs',
    },
  ],
  // Ends a test that hangs. No test measures speed by it, so that a busy machine breaks none.
  testTimeout: 300_000,
  // Modules of finished files are not given back; a worker that has grown is replaced.
  workerIdleMemoryLimit: '2GB',
};

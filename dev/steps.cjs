// The gates of `npm test`: what each one runs, what it needs, and where it keeps its cache.
const CACHE = 'node_modules/.cache';

/**
 * A gate. `commands` run one after another with programs of node_modules/.bin, or `node`. `after` names the gates whose output it
 * reads. With `inputs` and `outputs` the gate is skipped while neither has changed since it last passed. `env` is added to its
 * environment.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {[program: string, ...args: string[]][]} commands
 * @property {Record<string, string>} [env]
 * @property {string[]} [after]
 * @property {string[]} [inputs]
 * @property {string[]} [outputs]
 */

/** @type {Step[]} */
exports.STEPS = [
  {
    name: 'generate',
    commands: [
      ['tsoa', 'spec-and-routes'],
      ['tsoa', 'spec', '-c', 'api/public-v1/tsoa.public.json'],
      ['tsx', 'dev/production-build/complete-openapi.ts'],
      ['openapi-typescript', 'build/openapi/internal.json', '-o', 'build/openapi/internal.d.ts'],
    ],
    inputs: ['api', 'shared', 'dev/production-build', 'tsoa.json', 'tsconfig.json', 'package-lock.json'],
    outputs: ['api/generated', 'build/openapi'],
  },
  // The slowest gate starts first, so that the others run at the same time.
  {
    name: 'types',
    // The type checker, and the rules that are in .oxlintrc.json.
    commands: [['oxlint']],
    env: { GOGC: '200' }, // garbage is collected half as often, for a tenth of the time
    after: ['generate'],
    inputs: [
      ...['api', 'console', 'dev', 'docs/bi/client', 'shared', 'test', 'worker', 'commitlint.config.cjs'],
      ...['.oxlintrc.json', 'tsconfig.json', 'package-lock.json', 'build/openapi'],
    ],
    outputs: [],
  },
  {
    name: 'build',
    commands: [
      // A process loads every model that it finds: one that was renamed would be there twice.
      ['node', '-e', "require('node:fs').rmSync('build/js', { recursive: true, force: true })"],
      // The gate of types checks what this one only writes.
      ['tsc', '-p', 'dev/production-build/tsconfig.build.json', '--noCheck'],
    ],
    after: ['generate'],
    inputs: ['api', 'shared', 'worker', 'dev/production-build', 'tsconfig.json', 'package-lock.json'],
    outputs: ['build/js'],
  },
  {
    name: 'console',
    commands: [
      ['vite', 'build', 'console', '--logLevel', 'warn'],
      ['tsx', 'console/finish-build.ts'],
    ],
    after: ['generate'],
    inputs: ['console', 'package-lock.json'],
    outputs: ['build/console'],
  },
  {
    name: 'format',
    commands: [['oxfmt', '--list-different', '.']],
  },
  {
    name: 'spelling',
    commands: [
      [
        ...['cspell', '--no-progress', '--no-summary', '--dot', '--cache', '--cache-strategy', 'content'],
        ...['--cache-location', `${CACHE}/cspell`, '.'],
      ],
    ],
  },
  { name: 'commits', commands: [['node', 'dev/commits.cjs']] },
];

/** Installs the database of a whole run while the gates run: on a fresh machine that takes a minute, mostly of waiting. */
exports.DATABASE = { name: 'database', commands: [['tsx', 'dev/install-database.ts']] };

/** Installs the Node.js of the tests while the gates run. */
exports.NODE = { name: 'node', commands: [['tsx', 'dev/runtimes/install.ts']] };

/** Which gates a test file needs before it runs; the first match counts. */
const NEEDED_BY_TESTS = [
  [/^test\/rules\//, []],
  [/^test\/console\//, ['generate', 'console']],
  [/^test\/e2e\//, ['generate', 'build', 'console']],
  [/^test\//, ['generate']],
];

/** Names the gates that these test files need. */
exports.stepsForTests = (files) => {
  const needed = files.flatMap((file) => NEEDED_BY_TESTS.find(([pattern]) => pattern.test(file))?.[1] ?? []);
  return exports.STEPS.filter(({ name }) => needed.includes(name));
};

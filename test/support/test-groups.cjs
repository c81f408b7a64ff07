// A whole run loads the service once for several test files instead of once for each: loading it, and running it before V8 has
// compiled it, were half of the run.
const { mkdirSync, rmSync, writeFileSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { join, resolve } = require('node:path');
const { BROWSER_FLOWS } = require('../../dev/test-selection.cjs');

exports.FOLDER = resolve('build/test-groups');
/**
 * How many groups the files of a folder make on two cores (of those that match, the longest name counts), in the order of their start:
 * what takes longest first, and last what is quick, so that no processor is idle when the run ends.
 */
const GROUPS = [
  ['test/e2e/faults', 1],
  ['test/api', 4],
  ['test/console', 3],
  ['test/e2e', Infinity],
  ['dev', 1],
  ['test/dev', 2],
  ['test/timed', 1],
  ['test/worker', 2],
  ['test', 1],
  ['test/architecture', 1],
  ['test/rules', 1],
];
/** No two of them share a group of their folder. */
const SLOW = ['cross-tenant', 'hostile-input', 'role-matrix', 'every-page', 'administration', 'bench'];

/** What runs once more on a hostile database, by seed (dev/documentdb/README.md): the main flow from import to gaps. */
const HOSTILE = {
  1: ['test/worker/people/import-employees', 'test/worker/evaluation/generate'],
  2: ['test/api/evaluation/closing', 'test/worker/evaluation/assign'],
  3: ['test/worker/insight/recalculate-gaps', 'test/worker/jobs/fence', 'test/worker/jobs/ledger'],
};

const isSlow = (file) => SLOW.some((name) => file.endsWith(`/${name}.test.ts`));

/** Which of GROUPS a file belongs to. */
function placeOf(file) {
  const matching = GROUPS.filter(([folder]) => file.startsWith(folder));
  return matching.sort(([a], [b]) => b.length - a.length)[0];
}

/** Groups of the API compute, groups of the browser wait as much: together they keep the processors busy. */
const TAKE_TURNS = ['test/api', 'test/console'];

/** The groups of these test files in the order of their start, each with the folder that its files share. */
function groupsOf(files) {
  const times = Math.max(1, Math.floor(availableParallelism() / 2));
  const groups = GROUPS.flatMap((place) => {
    const ofPlace = files.filter((file) => placeOf(file) === place).sort();
    ofPlace.sort((a, b) => Number(isSlow(b)) - Number(isSlow(a)));
    const [folder, limit] = place;
    const parts = Math.min(limit * times, ofPlace.length);
    return Array.from({ length: parts }, (_, part) => ({
      folder,
      part,
      files: ofPlace.filter((_file, at) => at % parts === part),
    }));
  });
  const takesTurns = ({ folder }) => TAKE_TURNS.includes(folder);
  const turns = groups.filter(takesTurns).sort((a, b) => a.part - b.part);
  return groups.map((group) => (takesTurns(group) ? turns.shift() : group));
}

/** A block of tests, as lines of JavaScript. */
const block = (name, lines, describe = 'describe') =>
  `${describe}(${JSON.stringify(name)}, () => {\n${lines.join('')}});\n`;
const fileBlock = (file) => block(file, [`require(${JSON.stringify(resolve(file))});\n`]);

/** The main flow on a hostile database: only the embedded one has that mode. */
function hostileGroup() {
  const seeds = Object.entries(HOSTILE).map(([seed, files]) =>
    block(`seed ${seed}`, [`useSeed(${seed});\n`, ...files.map((file) => fileBlock(`${file}.test.ts`))]),
  );
  return [
    `const { closeOwnEngine, useOwnEngine, useSeed } = require(${JSON.stringify(resolve('test/support/fail-commands.ts'))});\n`,
    `const { lastEngine } = require(${JSON.stringify(resolve('dev/engine.cjs'))});\n`,
    `const describeEmbedded = lastEngine().genuine ? describe.skip : describe;\n`,
    block('on a hostile database', ['useOwnEngine();\n', 'afterAll(closeOwnEngine);\n', ...seeds], 'describeEmbedded'),
  ];
}

/** Test files once more, with a setting that makes them harder, and slow. */
const harderGroup = (setting, value, files) => [
  `process.env.${setting} = ${JSON.stringify(value)};\n`,
  block(`${setting}=${value}`, files.map(fileBlock)),
];

/**
 * Writes one file for each group of these test files, named in the order of their start. `isRest`: with what `npm run test:all` adds to
 * files that `npm test` has run already: a hostile database, a bad line, and the attacker in many organizations.
 */
exports.writeTestGroups = (files, { isRest }) => {
  rmSync(exports.FOLDER, { recursive: true, force: true });
  mkdirSync(exports.FOLDER, { recursive: true });
  const groups = groupsOf(files).map(({ folder, files: group }) => ({
    name: folder === 'test' ? 'others' : folder.replace(/^test\//, '').replaceAll('/', '-'),
    lines: group.map(fileBlock),
  }));
  const added = [
    { name: 'hostile', lines: hostileGroup() },
    {
      name: 'slow-answers',
      lines: harderGroup(
        'SLOW_ANSWERS',
        '1',
        BROWSER_FLOWS.map((flow) => `${flow}.test.ts`),
      ),
    },
    { name: 'attacker', lines: harderGroup('UNMASK_SEEDS', '5000', ['test/rules/unmasking.test.ts']) },
    { name: 'attacker-http', lines: harderGroup('UNMASK_TRIES', '10', ['test/api/insight/unmasking.test.ts']) },
  ];
  // Faults, walks through all pages and drills take minutes; before a commit a test that takes five hangs.
  const patience = isRest ? ['jest.setTimeout(1_800_000);\n'] : [];
  [...(isRest ? added : []), ...groups].forEach(({ name, lines }, at) => {
    const file = `${String(at + 1).padStart(3, '0')}-${name}.group.cjs`;
    writeFileSync(join(exports.FOLDER, file), [...patience, ...lines].join(''));
  });
};

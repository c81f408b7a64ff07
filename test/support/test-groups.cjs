// A whole run loads the service once for several test files instead of once for each: loading it, and running it before V8 has
// compiled it, were half of the run.
const { mkdirSync, rmSync, writeFileSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');

exports.FOLDER = resolve('build/test-groups');
const FILES_OF_A_GROUP = 12;
/** Groups of this folder wait for Chromium most of the time: they start before those that only calculate. */
const WAITING = 'test/console';
/** Started first, each by itself: what takes longest would keep the run waiting for itself alone if it were started last. */
const SLOW = [
  ...['test/e2e/faults', 'test/console/every-page', 'test/api/cross-tenant', 'test/api/hostile-input'],
  ...['test/e2e/', 'test/console/administration', 'test/dev/bench', 'test/api/role-matrix'],
];
/** Started last: what is quick leaves no processor idle when the run ends. */
const QUICK = ['test/shared', 'test/architecture', 'test/rules'];
/** Reads another environment when it is loaded than the files beside it. */
const ALONE = ['test/api/comms/email-settings-public'];

const begins = (file, names) => names.findIndex((name) => file.startsWith(name));

/** What the files of a group have in common: the folder below `test`. */
const areaOf = (file) => file.split('/').slice(0, 2).join('/');

/** The groups of these test files in the order of their start; files of one area share groups. */
function groupsOf(files) {
  const slow = files.filter((file) => begins(file, SLOW) >= 0);
  slow.sort((a, b) => begins(a, SLOW) - begins(b, SLOW) || a.localeCompare(b));
  const alone = files.filter((file) => begins(file, ALONE) >= 0);
  const groups = [...slow, ...alone].map((file) => [file]);
  const rest = files.filter((file) => !slow.includes(file) && !alone.includes(file));
  const place = (area) => (area === WAITING ? -2 : QUICK.indexOf(area));
  const areas = [...new Set(rest.map(areaOf))].sort((a, b) => place(a) - place(b) || a.localeCompare(b));
  for (const area of areas) {
    const beside = rest.filter((file) => areaOf(file) === area).sort();
    const parts = Math.ceil(beside.length / FILES_OF_A_GROUP);
    for (let part = 0; part < parts; part++) groups.push(beside.filter((_file, at) => at % parts === part));
  }
  return groups;
}

/** Writes one file for each group of these test files, named in the order of their start. */
exports.writeTestGroups = (files) => {
  rmSync(exports.FOLDER, { recursive: true, force: true });
  groupsOf(files).forEach((group, at) => {
    const [first] = group;
    const place = group.length === 1 ? first.replace(/\.test\.ts$/, '') : areaOf(first);
    const name = `${String(at + 1).padStart(3, '0')}-${relative('test', place).replaceAll('/', '-')}.group.cjs`;
    const lines = group.map((file) => {
      return `describe(${JSON.stringify(file)}, () => void require(${JSON.stringify(resolve(file))}));\n`;
    });
    mkdirSync(exports.FOLDER, { recursive: true });
    writeFileSync(join(exports.FOLDER, name), lines.join(''));
  });
};

// npm run faults: the build, then dev/faults/main.ts with the arguments given.
const { prepareToRun, run, runNode } = require('./prepare.cjs');

void prepareToRun().then(() => {
  const ok = runNode(['dev/build-changed.cjs']) && run('tsx', ['dev/faults/main.ts', ...process.argv.slice(2)]);
  process.exit(ok ? 0 : 1);
});

// npm run faults: the build, then dev/faults/main.ts with the arguments given.
const { spawnSync } = require('node:child_process');
const { prepareToRun, run } = require('./prepare.cjs');

void prepareToRun().then(() => {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  const ok = status === 0 && run('tsx', ['dev/faults/main.ts', ...process.argv.slice(2)]);
  process.exit(ok ? 0 : 1);
});

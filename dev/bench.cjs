// npm run bench: measures each work against its raw part; `npm run bench -- gaps` one of them.
const { spawnSync } = require('node:child_process');
const { prepareToRun, run } = require('./prepare.cjs');

void prepareToRun().then(() => {
  const { status } = spawnSync('npm', ['run', '--silent', 'generate'], { stdio: 'inherit' });
  const ok = status === 0 && run('tsx', ['--expose-gc', 'dev/bench/main.ts', ...process.argv.slice(2)]);
  process.exit(ok ? 0 : 1);
});

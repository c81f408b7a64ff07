// Checks the messages of the commits made since the rules came to their branch. A clone without history has none to check.
const { spawnSync } = require('node:child_process');

const RULES = 'commitlint.config.cjs';
const SINCE = ['--ancestry-path', '--no-merges'];

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

// In a shallow clone this is the oldest commit there is: it seems to add every file.
const first = git('log', '-1', '--diff-filter=A', '--format=%H', 'HEAD', '--', RULES);
const count = first ? Number(git('rev-list', '--count', ...SINCE, `${first}..HEAD`)) : 0;
if (count === 0) process.exit(0);
const { status } = spawnSync(
  'node_modules/.bin/commitlint',
  ['--config', RULES, '--from', first, '--to', 'HEAD', `--git-log-args=${SINCE.join(' ')}`],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);

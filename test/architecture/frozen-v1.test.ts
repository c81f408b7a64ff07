import { spawnSync } from 'node:child_process';

test('v1 gives at least what its frozen contract says, and docs/bi shows all of it', () => {
  // Additions are taken over by `npx tsx dev/openapi/accept.ts`; what breaks the contract is refused there too.
  const { status, stderr } = spawnSync('npx', ['tsx', 'dev/openapi/accept.ts', '--check'], {
    encoding: 'utf8',
    env: { ...process.env, npm_config_loglevel: 'silent' },
  });
  expect([stderr, status]).toEqual(['', 0]);
});

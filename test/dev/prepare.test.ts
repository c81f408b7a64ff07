const { isInstalled } = jest.requireActual<{ isInstalled(lock: string, installed: string): boolean }>(
  '../../dev/prepare.cjs',
);

const lockfile = (packages: Record<string, object>): string => JSON.stringify({ packages });
const lock = {
  '': { name: 'evaluation-service' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b': { version: '2.0.0', integrity: 'sha512-b', optional: true },
};
const { '': _root, ...all } = lock;

test.each([
  ['all of it', all, true],
  ['all but what is for another platform', { 'node_modules/a': all['node_modules/a'] }, true],
  ['more than it', { ...all, 'node_modules/c': { version: '1.0.0', integrity: 'sha512-c' } }, true],
  ['an older version', { ...all, 'node_modules/a': { version: '0.9.0', integrity: 'sha512-a' } }, false],
  ['other bytes', { ...all, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } }, false],
  ['not all of it', { 'node_modules/b': all['node_modules/b'] }, false],
])('packages are installed when npm has installed what the lockfile says: %s', (_case, found, expected) => {
  expect(isInstalled(lockfile(lock), lockfile(found))).toBe(expected);
});

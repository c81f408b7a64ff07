import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** The code of a process that has nothing to stop, and tells itself to. */
function codeOf(before: string): number | null {
  const program = `
    require(${JSON.stringify(resolve('shared/infra/shutdown.ts'))}).onShutdown([]);
    setInterval(() => undefined, 1_000);
    ${before}
    process.kill(process.pid, 'SIGTERM');`;
  return spawnSync(process.execPath, ['--require', 'tsx/cjs', '--eval', program], { timeout: 600_000 }).status;
}

test.each([
  ['', 0],
  ['process.exitCode = 1;', 1],
])('a process that stops with %j beforehand exits with %i', (before, code) => {
  expect(codeOf(before)).toBe(code);
});

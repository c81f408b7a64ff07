import { execFileSync } from 'node:child_process';

test.each(['public', 'internal'])('%s.json: the linter finds nothing, with no rule ignored (spec 1)', (name) => {
  const output = execFileSync('npx', ['redocly', 'lint', `build/openapi/${name}.json`, '--format', 'json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  expect((JSON.parse(output) as { problems: unknown[] }).problems).toEqual([]);
});

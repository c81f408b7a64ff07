import { spawnSync } from 'node:child_process';

interface Problem {
  ruleId: string;
  location: { pointer?: string }[];
}

/** Returns what redocly finds in a generated OpenAPI document, as `document rule place`. */
export function openapiFindings(name: 'public' | 'internal'): string[] {
  const { stdout } = spawnSync(
    'node_modules/.bin/redocly',
    [
      'lint',
      `build/openapi/${name}.json`,
      '--config',
      'dev/language/redocly.yaml',
      '--format',
      'json',
      '--max-problems',
      '10000',
    ],
    {
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  const { problems } = JSON.parse(stdout) as { problems: Problem[] };
  return problems.map(({ ruleId, location }) => `${name} ${ruleId} ${location[0]?.pointer ?? ''}`);
}

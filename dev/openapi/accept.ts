import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type FormatOptions, format } from 'oxfmt';
import { type ApiDocument, breakingChanges } from './breaking-changes';
import { fieldDictionary } from './field-dictionary';
import { airbyteManifest, dbtSources } from './warehouse';

const GENERATED = 'build/openapi/public.json';
/** The contract of v1 that its users hold, and what is written from it. */
const FROZEN = 'docs/bi/public-v1.json';
const FIELDS = 'docs/bi/fields.md';
const TYPES = 'docs/bi/client/public-v1.ts';
const AIRBYTE = 'docs/bi/airbyte.yaml';
const DBT = 'docs/bi/dbt/models/sources.yml';

/**
 * npx tsx dev/openapi/accept.ts: takes additions to the public API into its frozen contract, its field dictionary, the client's
 * types, the Airbyte manifest and the dbt sources; refuses anything that breaks the promise of v1. With `--check` it writes nothing and tells what is stale.
 */
async function main(): Promise<void> {
  const text = readFileSync(GENERATED, 'utf8');
  const document = JSON.parse(text) as ApiDocument;
  const problems = existsSync(FROZEN)
    ? breakingChanges(JSON.parse(readFileSync(FROZEN, 'utf8')) as ApiDocument, document)
    : [];
  if (problems.length > 0) return fail(['This breaks v1, which its users rely on:', ...problems]);
  const types = execFileSync('node_modules/.bin/openapi-typescript', [GENERATED, '--alphabetize'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const contents = [
    [FROZEN, text],
    [FIELDS, fieldDictionary(document)],
    [TYPES, `// Written from the document of the service by dev/openapi/accept.ts.\n${types}`],
    [AIRBYTE, airbyteManifest(document)],
    [DBT, dbtSources(document)],
  ] as const;
  const style = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatOptions;
  const stale: string[] = [];
  for (const [file, content] of contents) {
    const { code: formatted } = await format(file, content, style);
    if (existsSync(file) && readFileSync(file, 'utf8') === formatted) continue;
    stale.push(file);
    if (process.argv.includes('--check')) continue;
    mkdirSync('docs/bi/client', { recursive: true });
    writeFileSync(file, formatted);
    console.log(`Written: ${file}`);
  }
  if (process.argv.includes('--check') && stale.length > 0)
    fail(['Something was added to v1; accept it with `npx tsx dev/openapi/accept.ts`:', ...stale]);
}

function fail(lines: readonly string[]): void {
  console.error(lines.join('\n'));
  process.exitCode = 1;
}

void main();

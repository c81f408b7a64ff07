import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Accounts } from '../../dev/accounts';
import type { Document } from '../support/operations';
import { everythingShown } from '../support/shown-answers';

/** Writes what a running program shows of its demo organization: `record.ts <url> <its internal.json> <its accounts.json> <file>`. */
async function main([url = '', document = '', accounts = '', file = '']: string[]): Promise<void> {
  const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
  const at = new Date().toISOString();
  const shown = await everythingShown(read<Document>(document), url, read<Accounts>(accounts));
  for (const [viewer, answers] of Object.entries(shown))
    process.stdout.write(`${viewer}: ${Object.keys(answers).length} answers\n`);
  writeFileSync(file, gzipSync(JSON.stringify({ at, shown }), { level: 9 }));
}

void main(process.argv.slice(2));

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Accounts } from '../../dev/accounts';
import type { ShownAnswers } from './shown-answers';

const FOLDER = resolve('test/old-organization');

/** A backup of a demo organization that an older program wrote (test/old-organization/README.md). */
export const OLD_BACKUP = join(FOLDER, 'backup');
/** The DATA_KEY of that installation, which nothing else has. */
export const OLD_DATA_KEY = 'the-key-of-an-organization-in-a-test';

/** Who can sign in there. */
export function oldAccounts(): Accounts {
  return JSON.parse(readFileSync(join(FOLDER, 'accounts.json'), 'utf8')) as Accounts;
}

/** When the older program was asked, and what it showed to everyone. */
export function oldAnswers(): { at: string; shown: Record<string, ShownAnswers> } {
  const text = gunzipSync(readFileSync(join(FOLDER, 'answers.json.gz'))).toString();
  return JSON.parse(text) as { at: string; shown: Record<string, ShownAnswers> };
}

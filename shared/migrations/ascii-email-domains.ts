import { rowsInTurn } from '../db/rows-in-turn';
import { normalizeEmail } from '../kernel/email';
import type { Migration } from './migrations';

/** Emails compare with their domain in ASCII form. An address that another row has in that form already stays as it is. */
export const asciiEmailDomains: Migration = {
  version: 2,
  name: 'domains of emails have their ASCII form',
  ...rowsInTurn(['employees', 'users'], { email: /@.*[^\0-\x7f]/ }, (_db, _collection, rows) =>
    rows.map(({ email }) => ({ filter: { email }, set: { email: normalizeEmail(email as string) } })),
  ),
};

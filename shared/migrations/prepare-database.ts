import { ensureIndexes } from '../db/indexes';
import { SCHEMA } from './migrations';
import { checkSchema } from './schema-stamp.store';

/**
 * Checks at the start of a process that it can work with the stored data, and makes missing collections and indexes. A reader, whose
 * database user may not, leaves that to the others. Throws an Error whose message says what to run.
 */
export async function prepareDatabase({ isReader = false } = {}): Promise<void> {
  await checkSchema(SCHEMA, isReader);
  if (!isReader) await ensureIndexes();
}

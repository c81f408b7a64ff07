import { isDuplicate } from '../db/bulk';
import { collectionNames } from '../db/whole-collections';
import { now } from '../kernel/clock';
import { StartProblem } from '../kernel/start-problem';
import { appVersion } from './app-version';
import { META, MetaId, MetaModel } from './meta.model';
import { findMeta } from './meta.store';
import { FIRST_VERSION, newestVersion, SCHEMA, type SchemaKnowledge } from './migrations';

/** Returns the schema version of the stored data; null for a database without one. */
export async function storedSchemaVersion(): Promise<number | null> {
  return (await findMeta(MetaId.Schema))?.version ?? null;
}

/**
 * Returns why a program cannot work with the stored data, and what to do about it: they are newer, older than it can
 * read, or a restore has not finished. Null when it can. Changes nothing.
 */
export async function schemaProblem(program: SchemaKnowledge = SCHEMA): Promise<string | null> {
  if (await findMeta(MetaId.Restore))
    return 'A restore into this database has not ended. Run it again: npm run admin -- restore --from <backup>.';
  const stamp = await findMeta(MetaId.Schema);
  const version = stamp?.version ?? FIRST_VERSION;
  const newest = newestVersion(program);
  if (version > newest)
    return `The data have schema version ${version}, and this program knows ${newest} at most: start version ${stamp?.appVersion ?? 'unknown'} of the program or a newer one.`;
  if (version < program.readableFrom && stamp)
    return `The data have schema version ${version}, and this program reads ${program.readableFrom} at least: stop all processes and run "npm run admin -- migrate".`;
  return null;
}

/**
 * Checks at the start of a process that it can work with the stored data, and stores the version when there is none, unless the
 * process only reads. Throws a StartProblem whose message says what to run.
 */
export async function checkSchema(program: SchemaKnowledge = SCHEMA, isReader = false): Promise<void> {
  if (!isReader && (await storedSchemaVersion()) === null) await stamp(program);
  const problem = await schemaProblem(program);
  if (problem !== null) throw new StartProblem(problem);
}

/**
 * Each process does this before it creates a collection: a database with collections was written before there were versions.
 */
async function stamp(program: SchemaKnowledge): Promise<void> {
  const others = (await collectionNames()).filter((name) => name !== META);
  const version = others.length === 0 ? newestVersion(program) : FIRST_VERSION;
  try {
    await MetaModel.create({ _id: MetaId.Schema, version, appVersion: appVersion(), at: now() });
  } catch (error) {
    if (!isDuplicate(error)) throw error; // another process has stored it
  }
}

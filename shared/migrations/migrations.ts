import type mongoose from 'mongoose';

type Db = mongoose.mongo.Db;

/**
 * A change of stored data. It works on the driver's collections, because models change and a migration does not. It finds rows by what they
 * still lack, so that it can be broken off and repeated, and an old program may write beside it.
 */
export interface Migration {
  /** The schema version that it leads to. */
  version: number;
  /** What it changes, for the operator: "scores have two decimals". */
  name: string;
  /** How many rows it still has to change. */
  countRemaining(db: Db): Promise<number>;
  /** Changes at most `limit` of them and returns how many; fewer when none is left, 0 when another worker has changed the last. */
  changeSome(db: Db, limit: number): Promise<number>;
}

/** What a program knows of the schema. */
export interface SchemaKnowledge {
  /** In the order of their versions, without holes, from 2 on. */
  migrations: readonly Migration[];
  /** The oldest version of the data that the program can read and write until they are migrated. */
  readableFrom: number;
}

/** The schema of data that were written before it had a version. */
export const FIRST_VERSION = 1;

/** The schema of this program. */
export const SCHEMA: SchemaKnowledge = { migrations: [], readableFrom: FIRST_VERSION };

/** The schema version that a program writes. */
export function newestVersion({ migrations }: SchemaKnowledge): number {
  return migrations.at(-1)?.version ?? FIRST_VERSION;
}

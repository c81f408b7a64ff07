import type mongoose from 'mongoose';
import { asciiEmailDomains } from './ascii-email-domains';
import { searchKeys } from './search-keys';

type Db = mongoose.mongo.Db;

/**
 * A change of stored data. It uses the driver's collections, because models change later and a migration does not. It finds
 * rows by what they lack, so that it can be interrupted and repeated, and an older program may write concurrently.
 */
export interface Migration {
  /** The schema version that it produces. */
  version: number;
  /** What it changes, for operators: "scores have two decimals". */
  name: string;
  /** Returns how many rows are left to change. */
  countRemaining(db: Db): Promise<number>;
  /**
   * Changes at most `limit` rows and returns their number; fewer when none is left, 0 when another worker has changed
   * the last ones.
   */
  changeSome(db: Db, limit: number): Promise<number>;
}

/** The schema versions that a program supports. */
export interface SchemaKnowledge {
  /** In the order of their versions, without gaps, from 2. */
  migrations: readonly Migration[];
  /** The oldest version that the program can read and write before the migration. */
  readableFrom: number;
}

/** The schema version of data from before there were versions. */
export const FIRST_VERSION = 1;

export const SCHEMA: SchemaKnowledge = {
  migrations: [asciiEmailDomains, searchKeys],
  readableFrom: FIRST_VERSION,
};

export function newestVersion({ migrations }: SchemaKnowledge): number {
  return migrations.at(-1)?.version ?? FIRST_VERSION;
}

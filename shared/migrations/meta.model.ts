import type { Row } from '../db/rows';
import { globalModel } from '../db/tenant-model';

/** What is known of the stored data as a whole, one row each. */
export enum MetaId {
  /** The version of the schema, and of the program that wrote it. */
  Schema = 'schema',
  /** How far the migration to a version is. */
  Migration = 'migration',
  /** Exists while a restore writes, and when one was interrupted. */
  Restore = 'restore',
  /** The last backup that was completed. */
  Backup = 'backup',
}

export interface Meta extends Omit<Row, '_id'> {
  _id: MetaId;
  version: number | null;
  appVersion: string | null;
  at: Date;
  /** Rows. */
  done: number | null;
  total: number | null;
}

/** The collection of these rows, which no backup holds and no restore removes. */
export const META = 'meta';

export const MetaModel = globalModel<Meta>(
  'Meta',
  {
    version: { type: Number, default: null },
    appVersion: { type: String, default: null },
    at: { type: Date, required: true },
    done: { type: Number, default: null },
    total: { type: Number, default: null },
  },
  { collection: META },
);

import type { Row } from '../db/rows';
import { globalModel } from '../db/tenant-model';

/** Facts about the stored data as a whole, one row each. */
export enum MetaId {
  /** The schema version, and the version of the program that wrote it. */
  Schema = 'schema',
  /** The progress of a migration. */
  Migration = 'migration',
  /** Exists while a restore writes, or after one was interrupted. */
  Restore = 'restore',
  /** The last completed backup. */
  Backup = 'backup',
}

export interface Meta extends Omit<Row, '_id'> {
  _id: MetaId;
  version: number | null;
  appVersion: string | null;
  at: Date;
  /** Number of rows. */
  done: number | null;
  total: number | null;
}

/** The collection of these rows, which backups and restores leave out. */
export const META = 'meta';

export const MetaModel = globalModel<Meta>(
  'Meta',
  {
    version: { type: Number, default: null, personal: 'none' },
    appVersion: { type: String, default: null, personal: 'none' },
    at: { type: Date, required: true, personal: 'none' },
    done: { type: Number, default: null, personal: 'none' },
    total: { type: Number, default: null, personal: 'none' },
  },
  { collection: META },
);

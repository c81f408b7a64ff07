import { Schema } from 'mongoose';
import type { TenantRow } from './rows';
import { SUMS, type SumValues } from './sums';
import { tenantModel } from './tenant-model';

/** A part of some figures of an account: they are the sums over all of its rows (docs/adr/0026). */
export interface Sum extends TenantRow {
  /** What the figures are about, such as the subjects of a cycle. */
  account: string;
  /** Which of its parts, such as a department; empty without parts. */
  part: string;
  values: SumValues;
  /** False until a periodic task has merged the row with others. */
  isMerged: boolean;
}

export const SumModel = tenantModel<Sum>(
  'Sum',
  {
    account: { type: String, required: true },
    part: { type: String, default: '' },
    values: { type: Schema.Types.Mixed, required: true },
    isMerged: { type: Boolean, required: true },
  },
  {
    collection: SUMS,
    indexes: [{ keys: { account: 1, part: 1 } }, { keys: { isMerged: 1, account: 1 }, acrossTenants: true }],
  },
);

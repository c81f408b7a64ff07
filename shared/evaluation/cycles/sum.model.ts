import { Schema } from 'mongoose';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** Figures, or their differences, by name. */
export type SumValues = Readonly<Record<string, number>>;

/** One addend of the figures of an account: each figure is the sum over all of the account's rows (docs/adr/0026). */
export interface Sum extends TenantRow {
  /** What the figures count, such as the subjects of a cycle. */
  account: string;
  /** A part of the account, such as a department; empty without parts. */
  part: string;
  values: SumValues;
  /** False until a periodic task has merged the row with others. */
  isMerged: boolean;
}

export const SumModel = tenantModel<Sum>(
  'Sum',
  {
    account: { type: String, required: true, personal: 'none' },
    part: { type: String, default: '', personal: 'none' },
    values: { type: Schema.Types.Mixed, required: true, personal: 'none' },
    isMerged: { type: Boolean, required: true, personal: 'none' },
  },
  {
    collection: 'sums',
    indexes: [{ keys: { account: 1, part: 1 } }, { keys: { isMerged: 1, account: 1 }, acrossTenants: true }],
  },
);

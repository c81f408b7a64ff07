import { Schema } from 'mongoose';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/** The place of a redacted text. */
export interface Redaction {
  source: string;
  rowId: string;
  path: string;
}

/**
 * The ledger of erasures: only ids, enough to repeat the erasures after an old backup was restored. Its id is the employee's.
 */
export interface Erasure extends TenantRow {
  requestId: string;
  accountIds: string[];
  redactions: Redaction[];
  /** null until it is complete. */
  erasedAt: Date | null;
}

/** The collection of the ledger, which a restore keeps. */
export const ERASURES = 'erasures';

export const ErasureModel = tenantModel<Erasure>(
  'Erasure',
  {
    requestId: { type: String, required: true },
    accountIds: { type: [String], required: true },
    redactions: {
      type: [
        new Schema(
          {
            source: { type: String, required: true },
            rowId: { type: String, required: true },
            path: { type: String, required: true },
          },
          { _id: false },
        ),
      ],
      required: true,
    },
    erasedAt: { type: Date, default: null },
  },
  { collection: ERASURES },
);

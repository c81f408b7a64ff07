import { embedded } from '../db/fields';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

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

/** The collection of the ledger, which a restore does not replace. */
export const ERASURES = 'erasures';

export const ErasureModel = tenantModel<Erasure>(
  'Erasure',
  {
    requestId: { type: String, required: true, personal: 'none' },
    accountIds: { type: [String], required: true, personal: 'none' },
    redactions: {
      type: [
        embedded<Redaction>({
          source: { type: String, required: true },
          rowId: { type: String, required: true },
          path: { type: String, required: true },
        }),
      ],
      required: true,
      personal: 'none',
    },
    erasedAt: { type: Date, default: null, personal: 'none' },
  },
  {
    privacy: {
      purpose: 'Repeats an erasure after an old backup was restored',
      seenBy: 'The operator',
      kept: 'As long as backups',
    },
    collection: ERASURES,
  },
);

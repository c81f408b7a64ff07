import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/**
 * A gap run that is not visible, by its id: another one has replaced it, or it has not finished. Readers who started
 * earlier may still read its rows, so they are deleted an hour later (docs/adr/0006).
 */
export interface OutdatedGapRun extends TenantRow {
  /** Set before its rows are deleted: such a run never becomes visible. */
  isRemoved: boolean;
}

export const OutdatedGapRunModel = tenantModel<OutdatedGapRun>(
  'OutdatedGapRun',
  { isRemoved: { type: Boolean, required: true, default: false, personal: 'none' } },
  { indexes: [{ keys: { createdAt: 1 }, acrossTenants: true }] },
);

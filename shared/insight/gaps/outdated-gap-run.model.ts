import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/**
 * A gap run that no reader begins to read, by its id: another one has replaced it, or it has not ended. Readers who began
 * before still read its rows, so they are removed an hour later (docs/adr/0006).
 */
export interface OutdatedGapRun extends TenantRow {
  /** Set before its rows are removed: such a run is never shown any more. */
  isRemoved: boolean;
}

export const OutdatedGapRunModel = tenantModel<OutdatedGapRun>(
  'OutdatedGapRun',
  { isRemoved: { type: Boolean, required: true, default: false } },
  { indexes: [{ keys: { createdAt: 1 }, acrossTenants: true }] },
);

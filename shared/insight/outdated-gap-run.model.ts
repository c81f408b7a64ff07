import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/**
 * A gap run that another one has replaced, by its id: readers who began before still read its rows, so they are removed an
 * hour later (docs/adr/0006).
 */
export type OutdatedGapRun = TenantRow;

export const OutdatedGapRunModel = tenantModel<OutdatedGapRun>(
  'OutdatedGapRun',
  {},
  { indexes: [{ keys: { createdAt: 1 } }] },
);

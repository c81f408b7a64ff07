import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/**
 * Names the gap run without a cycle that readers see, as a cycle names its own: one row per tenant, whose id is the
 * tenant's.
 */
export interface GapAnalysis extends TenantRow {
  runId: string | null;
  /** When the run began. */
  calculatedAt: Date | null;
}

export const GapAnalysisModel = tenantModel<GapAnalysis>(
  'GapAnalysis',
  { runId: { type: String, default: null }, calculatedAt: { type: Date, default: null } },
  { indexes: [{ keys: {}, unique: true }] },
);

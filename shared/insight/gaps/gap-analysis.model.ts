import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** Names the visible gap run without a cycle; one row per tenant, with the tenant's id. */
export interface GapAnalysis extends TenantRow {
  runId: string | null;
  /** When the run began. */
  calculatedAt: Date | null;
}

export const GapAnalysisModel = tenantModel<GapAnalysis>(
  'GapAnalysis',
  {
    runId: { type: String, default: null, personal: 'none' },
    calculatedAt: { type: Date, default: null, personal: 'none' },
  },
  { indexes: [{ keys: {}, unique: true }] },
);

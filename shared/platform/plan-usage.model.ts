import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/** What one counter counts: Active employees now, or evaluation cycles created in a UTC calendar year. */
export type UsageCounter = 'employees' | `cycles-${number}`;

/** How much of a plan's limit a tenant uses; one row per counter, kept for tenants without a plan too. */
export interface PlanUsage extends TenantRow {
  counter: UsageCounter;
  used: number;
}

export const PlanUsageModel = tenantModel<PlanUsage>(
  'PlanUsage',
  {
    counter: { type: String, required: true },
    used: { type: Number, required: true, default: 0 },
  },
  { indexes: [{ keys: { counter: 1 }, unique: true }] },
);

import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/** What a counter counts: Active employees, or evaluation cycles created in a UTC calendar year. */
export type UsageCounter = 'employees' | `cycles-${number}`;

/** How much of a plan's limit a tenant uses; one row per counter, also for tenants without a plan. */
export interface PlanUsage extends TenantRow {
  counter: UsageCounter;
  used: number;
}

export const PlanUsageModel = tenantModel<PlanUsage>(
  'PlanUsage',
  {
    counter: { type: String, required: true, personal: 'none' },
    used: { type: Number, required: true, default: 0, personal: 'none' },
  },
  { indexes: [{ keys: { counter: 1 }, unique: true }] },
);

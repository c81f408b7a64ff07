import type { Row, SoftDeletedRow } from '../db/rows';
import { globalModel } from '../db/tenant-model';

/** The limits of an organization; a tenant without a plan has none. */
export interface Plan extends Row, SoftDeletedRow {
  name: string;
  /** Concurrent Active employees; null is unlimited. */
  maxEmployees: number | null;
  /** Evaluation cycles created in one UTC calendar year; null is unlimited. */
  maxCyclesPerYear: number | null;
  /** Whether it can be assigned; tenants that have it keep it. */
  isActive: boolean;
  /** Folded name, for searches. */
  searchText: string;
}

export const PlanModel = globalModel<Plan>(
  'Plan',
  {
    name: { type: String, required: true, personal: 'none' },
    maxEmployees: { type: Number, default: null, personal: 'none' },
    maxCyclesPerYear: { type: Number, default: null, personal: 'none' },
    isActive: { type: Boolean, required: true, default: true, personal: 'none' },
  },
  { searchable: ['name'], softDelete: true, indexes: [{ keys: { name: 1 }, unique: true, live: true }] },
);

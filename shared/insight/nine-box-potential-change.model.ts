import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/** HR set, changed or cleared the potential of an employee in a cycle; never updated. */
export interface NineBoxPotentialChange extends TenantRow {
  cycleId: string;
  employeeId: string;
  before: number | null;
  after: number | null;
  reason: string;
  /** The user who did it. */
  by: string;
  at: Date;
}

export const NineBoxPotentialChangeModel = tenantModel<NineBoxPotentialChange>(
  'NineBoxPotentialChange',
  {
    cycleId: { type: String, required: true, immutable: true },
    employeeId: { type: String, required: true, immutable: true },
    before: { type: Number, default: null, immutable: true },
    after: { type: Number, default: null, immutable: true },
    reason: { type: String, required: true, immutable: true },
    by: { type: String, required: true, immutable: true },
    at: { type: Date, required: true, immutable: true },
  },
  { indexes: [{ keys: { employeeId: 1, at: -1, _id: 1 } }] },
);

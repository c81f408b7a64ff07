import { ACTOR, SUBJECT } from '../db/fields';
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
    cycleId: {
      type: String,
      required: true,
      immutable: true,
      personal: 'subject: deleted',
      access: 'cycle = Cycle.name',
    },
    employeeId: { type: String, required: true, immutable: true, personal: 'subject: deleted', access: 'internal' },
    before: { type: Number, default: null, immutable: true, personal: 'subject: deleted', access: 'shown' },
    after: { type: Number, default: null, immutable: true, personal: 'subject: deleted', access: 'shown' },
    reason: { type: String, required: true, immutable: true, personal: 'subject: deleted', access: 'shown' },
    by: { type: String, required: true, immutable: true, personal: 'actor: kept' },
    at: { type: Date, required: true, immutable: true, personal: 'subject: deleted', access: 'shown' },
  },
  {
    privacy: {
      purpose: 'The potential that HR sets, and why',
      seenBy: 'HR',
      kept: 'Until erasure',
      links: { employeeId: SUBJECT, by: ACTOR },
    },
    indexes: [{ keys: { employeeId: 1, at: -1, _id: 1 } }],
  },
);

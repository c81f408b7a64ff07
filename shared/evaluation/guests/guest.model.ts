import { ACTOR, GUEST } from '../../db/fields';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/**
 * Someone without an account who evaluates subjects of one cycle as a Stakeholder; the `evaluatorId` of their participants
 * (ADR 74).
 */
export interface Guest extends TenantRow {
  cycleId: string;
  /** Null once erased, like the name and the language. */
  email: string | null;
  name: string | null;
  /** The language of emails and forms; null: the organization's. */
  locale: string | null;
  /** The link that was sent last: every later generation ends the links before it. */
  generation: number;
  /** The account that added the guest. */
  invitedBy: string | null;
  /** When a link was opened for the first time. */
  openedAt: Date | null;
  withdrawnAt: Date | null;
  erasedAt: Date | null;
  searchText: string;
}

export const GuestModel = tenantModel<Guest>(
  'Guest',
  {
    cycleId: { type: String, required: true, personal: 'guest: kept', access: 'cycle = Cycle.name' },
    email: { type: String, default: null, personal: 'guest: emptied', access: 'shown' },
    name: { type: String, default: null, personal: 'guest: emptied', access: 'shown' },
    locale: { type: String, default: null, personal: 'guest: emptied', access: 'shown' },
    generation: { type: Number, required: true, default: 1, personal: 'none' },
    invitedBy: { type: String, default: null, personal: 'actor: kept' },
    openedAt: { type: Date, default: null, personal: 'guest: emptied', access: 'shown' },
    withdrawnAt: { type: Date, default: null, personal: 'guest: kept', access: 'shown' },
    erasedAt: { type: Date, default: null, personal: 'none' },
  },
  {
    privacy: {
      purpose: 'Asks people outside of the organization to evaluate',
      seenBy: 'HR',
      kept: 'Until the guest or an administrator erases it, and one year after the cycle closed',
      links: { _id: GUEST, invitedBy: ACTOR },
    },
    searchable: ['name', 'email'],
    indexes: [
      { keys: { cycleId: 1, email: 1 }, unique: true, whereText: ['email'] },
      { keys: { cycleId: 1, searchText: 1, _id: 1 } },
      { keys: { cycleId: 1, erasedAt: 1 } },
      { keys: { searchText: 1, _id: 1 } },
    ],
  },
);

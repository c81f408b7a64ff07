import { ACCOUNT } from '../../db/fields';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** A browser in which an account has signed in. A browser has one row, with the same token, for each account. */
export interface Device extends TenantRow {
  userId: string;
  /** SHA-256 of the token in the browser's cookie. */
  tokenHash: string;
  /** Wrong passwords and codes of this browser since its last complete sign-in. */
  failedSignIns: number;
  /** Until then this browser is refused; a lockout of the account does not affect it. */
  lockedUntil: Date | null;
  lastSignInAt: Date;
}

export const DeviceModel = tenantModel<Device>(
  'Device',
  {
    userId: { type: String, required: true, personal: 'subject: deleted', access: 'internal' },
    tokenHash: { type: String, required: true, personal: 'secret' },
    failedSignIns: { type: Number, required: true, default: 0, personal: 'subject: deleted', access: 'internal' },
    lockedUntil: { type: Date, default: null, personal: 'subject: deleted', access: 'internal' },
    lastSignInAt: { type: Date, required: true, personal: 'subject: deleted', access: 'shown' },
  },
  {
    privacy: {
      purpose: 'Knows a browser again that signed a person in',
      seenBy: 'No one',
      kept: 'A year after its last sign-in',
      links: { userId: ACCOUNT },
    },
    indexes: [
      { keys: { userId: 1, tokenHash: 1 }, unique: true },
      { keys: { tokenHash: 1 } },
      { keys: { lastSignInAt: 1 }, acrossTenants: true },
    ],
  },
);

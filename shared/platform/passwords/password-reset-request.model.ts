import { EMAIL } from '../../db/fields';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/**
 * A password reset request until the worker has looked up the address. The job contains the id of this row instead of
 * the address, and the API does the same work for every address.
 */
export interface PasswordResetRequest extends TenantRow {
  /** Trimmed and lower-cased. */
  email: string;
}

export const PasswordResetRequestModel = tenantModel<PasswordResetRequest>(
  'PasswordResetRequest',
  { email: { type: String, required: true, personal: 'subject: deleted', access: 'shown' } },
  {
    privacy: {
      purpose: 'Sends a password reset link',
      seenBy: 'No one',
      kept: 'At most a day',
      links: { email: EMAIL },
    },
    indexes: [{ keys: { email: 1 } }, { keys: { createdAt: 1 }, acrossTenants: true }],
  },
);

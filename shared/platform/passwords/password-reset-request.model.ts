import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/**
 * Someone's wish for a link to a new password, until the worker has looked whether the address has an account: the job
 * names this row and not the address, and the API does the same work for every address (decisions 4).
 */
export interface PasswordResetRequest extends TenantRow {
  /** Trimmed and lower-cased. */
  email: string;
}

export const PasswordResetRequestModel = tenantModel<PasswordResetRequest>(
  'PasswordResetRequest',
  { email: { type: String, required: true } },
  { indexes: [{ keys: { email: 1 } }, { keys: { createdAt: 1 }, acrossTenants: true }] },
);

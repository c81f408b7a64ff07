import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** The former email of an account until the worker has told it of the change; the job contains the id of this row instead. */
export interface EmailChange extends TenantRow {
  userId: string;
  /** The email before the change. */
  email: string;
}

export const EmailChangeModel = tenantModel<EmailChange>(
  'EmailChange',
  { userId: { type: String, required: true }, email: { type: String, required: true } },
  { indexes: [{ keys: { userId: 1 } }, { keys: { email: 1 } }, { keys: { createdAt: 1 }, acrossTenants: true }] },
);

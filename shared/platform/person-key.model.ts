import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/**
 * The key of the personal values that the audit log of the tenant stores about one account or employee; its id names the tenant
 * and them. The key of the tenant's own id has the values that belong to no one known, such as the address of a failed sign-in.
 */
export interface PersonKey extends TenantRow {
  /** Encrypted with `DATA_KEY`; null once it is destroyed. */
  sealedKey: string | null;
  destroyedAt: Date | null;
}

export const PersonKeyModel = tenantModel<PersonKey>('PersonKey', {
  sealedKey: { type: String, default: null },
  destroyedAt: { type: Date, default: null },
});

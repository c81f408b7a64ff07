import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/**
 * The key of the personal values about one account or employee in the tenant's audit log; its id names the tenant and them. The
 * key with the tenant's own id encrypts the values of unknown actors, such as the address of a failed sign-in.
 */
export interface PersonKey extends TenantRow {
  /** Encrypted with `DATA_KEY`; null once it is destroyed. */
  sealedKey: string | null;
  destroyedAt: Date | null;
}

export const PersonKeyModel = tenantModel<PersonKey>(
  'PersonKey',
  {
    sealedKey: { type: String, default: null, personal: 'secret' },
    destroyedAt: { type: Date, default: null, personal: 'none' },
  },
  {
    privacy: {
      purpose: 'Encrypts what the audit log stores about a person',
      seenBy: 'No one',
      kept: 'The key until erasure; its id stays, so that no new key is made',
    },
  },
);

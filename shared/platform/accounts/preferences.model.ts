import { ACCOUNT } from '../../db/fields';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** How a user has set up the console; `_id` is the user's id. */
export interface Preferences extends TenantRow {
  /** A JSON object as text: the console decides its names, which the database must not interpret. */
  content: string;
}

export const PreferencesModel = tenantModel<Preferences>(
  'Preferences',
  {
    content: { type: String, required: true, personal: 'subject: deleted', access: 'shown' },
  },
  {
    privacy: {
      purpose: 'Keeps how a person uses the console, such as views of lists',
      seenBy: 'The person',
      kept: 'Until erasure',
      links: { _id: ACCOUNT },
    },
  },
);

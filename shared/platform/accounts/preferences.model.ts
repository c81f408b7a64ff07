import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** How a user has set up the console; `_id` is the user's id. */
export interface Preferences extends TenantRow {
  /** A JSON object as text: the console decides its names, which the database must not interpret. */
  content: string;
}

export const PreferencesModel = tenantModel<Preferences>('Preferences', {
  content: { type: String, required: true },
});

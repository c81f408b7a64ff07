import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** What an account keeps of how its owner uses the console; `_id` is the user's id. */
export interface Preferences extends TenantRow {
  /** A JSON object as text: its names are the console's, and the database must not read them. */
  content: string;
}

export const PreferencesModel = tenantModel<Preferences>('Preferences', {
  content: { type: String, required: true },
});

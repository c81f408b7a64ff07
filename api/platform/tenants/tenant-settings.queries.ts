import { currentTenant } from '../../../shared/platform/current-tenant.store';
import { type TenantSettingsView, toTenantSettingsView } from './tenant-settings.dto';

/** The settings of the caller's organization. */
export async function getTenantSettings(): Promise<TenantSettingsView> {
  return toTenantSettingsView(await currentTenant());
}

import { currentTenant } from '../../../shared/platform/current-tenant.store';
import { type TenantSettingsView, toTenantSettingsView } from './tenant-settings.dto';

export async function getTenantSettings(): Promise<TenantSettingsView> {
  return toTenantSettingsView(await currentTenant());
}

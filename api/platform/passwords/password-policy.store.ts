import { pickRow } from '../../../shared/db/pick';
import { tenantId } from '../../../shared/kernel/context';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { MIN_PASSWORD_LENGTH } from './password.rules';

/** Returns the minimum password length of the context's organization; the service's own for accounts of the platform. */
export async function minPasswordLength(): Promise<number> {
  const tenant = await pickRow(TenantModel.findById(tenantId()), 'settings');
  return tenant?.settings.minPasswordLength ?? MIN_PASSWORD_LENGTH;
}

import { pickRows } from '../../shared/db/pick';
import { PLATFORM_SCOPE, runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { resealAuditLog } from '../../shared/platform/audit/audit-reseal.store';
import { TenantModel } from '../../shared/platform/tenant.model';

/**
 * Encrypts the personal values of audit entries that were written in plain text, in every log (ADR 29); returns their number.
 */
export async function resealAuditLogs(): Promise<number> {
  const tenants = await pickRows(TenantModel.find(), '_id');
  let resealed = 0;
  for (const tenantId of [PLATFORM_SCOPE, ...tenants.map(({ _id }) => _id)])
    resealed += await runInContext({ requestId: newId(), tenantId, actor: null }, resealAuditLog);
  return resealed;
}

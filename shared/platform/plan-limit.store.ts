import { tenantId } from '../kernel/context';
import { AppError } from '../kernel/errors';
import { AuditEntity } from './audit/audit-events';
import { recordAudit } from './audit/audit.store';

/** Runs what needs quota, and records in the audit log when it is refused; rethrows the refusal. */
export async function recordingPlanLimit<T>(takeRoom: () => Promise<T>): Promise<T> {
  try {
    return await takeRoom();
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('PLAN_LIMIT_')) await recordPlanLimit(error.code);
    throw error;
  }
}

/** Records that the organization has reached a limit of its plan, such as PLAN_LIMIT_EMPLOYEES; `by` as in `recordAudit`. */
export async function recordPlanLimit(limit: string, by: { by?: string | null; id?: string } = {}): Promise<void> {
  await recordAudit('plan-limit.reached', {
    entityType: AuditEntity.Tenant,
    entityId: tenantId(),
    changes: [{ field: 'limit', before: null, after: limit }],
    ...by,
  });
}

import { inTransaction } from '../../../shared/db/transaction';
import { conflict } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { forgetSessions } from '../sign-in/session-state';
import { readSteps } from './onboarding.queries';
import { missingSteps } from './onboarding.rules';

/**
 * Completes the onboarding of the caller's organization, which enables all of the API; safe to repeat. Throws CONFLICT
 * with the `missing` required steps.
 */
export async function completeOnboarding(): Promise<void> {
  const tenant = await currentTenant();
  if (tenant.onboardingCompleted) return;
  const missing = missingSteps(await readSteps(tenant));
  if (missing.length > 0) throw conflict(refusal('ONBOARDING_INCOMPLETE', { steps: missing.join(', ') }), { missing });
  await inTransaction(async () => {
    const ended = await TenantModel.updateOne(
      { _id: tenant._id, onboardingCompleted: false },
      { $set: { onboardingCompleted: true } },
    );
    if (ended.modifiedCount === 0) return;
    await recordAudit('settings.updated', {
      entityType: AuditEntity.Settings,
      entityId: tenant._id,
      changes: [{ field: 'onboardingCompleted', before: false, after: true }],
    });
  });
  forgetSessions();
}

import { pickRows } from '../../../shared/db/pick';
import { Role } from '../../../shared/kernel/permissions';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import type { Tenant } from '../../../shared/platform/tenant.model';
import { type OnboardingView, toOnboardingView } from './onboarding.dto';
import { type OnboardingState, onboardingSteps } from './onboarding.rules';

/** Returns the onboarding status of the caller's organization. */
export async function getOnboarding(): Promise<OnboardingView> {
  const tenant = await currentTenant();
  return toOnboardingView(tenant.onboardingCompleted, await readSteps(tenant));
}

/** Returns the steps of an organization, judged by what is stored. */
export async function readSteps(tenant: Tenant): Promise<OnboardingState[]> {
  const admins = await pickRows(UserModel.find({ roles: Role.TenantAdmin, isActive: true }), '_id');
  const own = await CredentialModel.exists({
    _id: { $in: admins.map((admin) => admin._id) },
    mustChangePassword: false,
    passwordHash: { $ne: null },
  });
  return onboardingSteps(tenant, own !== null);
}

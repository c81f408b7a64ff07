import { actor, tenantId } from '../../shared/kernel/context';
import { notFound } from '../../shared/kernel/errors';
import { type Credential, CredentialModel } from '../../shared/platform/credential.model';
import { type Tenant, TenantModel } from '../../shared/platform/tenant.model';
import { type User, UserModel } from '../../shared/platform/user.model';
import { employeeNames } from './account-employee.queries';
import { type ProfileView, toProfileView } from './my-profile.dto';

/** The caller's own account; throws NOT_FOUND when it is gone. */
export async function getMyProfile(): Promise<ProfileView> {
  const { userId } = actor();
  const [row, credential, tenant] = await Promise.all([
    UserModel.findById(userId).lean<User>(),
    CredentialModel.findById(userId).select('twoFactorSecret mustChangePassword lastSignInAt').lean<Credential>(),
    TenantModel.findById(tenantId()).lean<Tenant>(),
  ]);
  if (!row) throw notFound();
  const name = await employeeNames([row.employeeId]);
  return toProfileView(row, credential, { employee: name(row.employeeId), tenant });
}

import { actor, tenantId } from '../../shared/kernel/context';
import { assertValid, invalid, notFound } from '../../shared/kernel/errors';
import { type Credential, CredentialModel } from '../../shared/platform/credential.model';
import { passwordErrors, SHORTEST_PASSWORD } from '../../shared/platform/password.rules';
import { hashPassword } from '../../shared/platform/passwords';
import { type Tenant, TenantModel } from '../../shared/platform/tenant.model';
import { provePassword } from './password-proof.service';
import { revokeSessions } from './sessions.service';
import type { ChangePassword } from './my-profile.dto';

/**
 * Changes the caller's password and ends all their other sessions (decisions 4). Wrong current passwords count towards the
 * lock as at sign-in; on a locked account the right one is wrong too. Throws VALIDATION.
 */
export async function changePassword({ currentPassword, newPassword }: ChangePassword): Promise<void> {
  const { userId, email, sessionId } = actor();
  const tenant = await TenantModel.findById(tenantId()).lean<Tenant>(); // none for accounts of the platform
  const minLength = tenant?.settings.minPasswordLength ?? SHORTEST_PASSWORD;
  assertValid(passwordErrors(newPassword, { minLength, email }, 'newPassword'));
  const credential = await CredentialModel.findById(userId).lean<Credential>();
  if (!(await provePassword(credential, currentPassword)))
    throw invalid({ field: 'currentPassword', message: 'is not correct' });
  if (newPassword === currentPassword)
    throw invalid({ field: 'newPassword', message: 'must differ from the current password' });
  await CredentialModel.updateOne(
    { _id: userId },
    { $set: { passwordHash: await hashPassword(newPassword), temporaryUntil: null, mustChangePassword: false } },
  );
  await revokeSessions({ userId, except: sessionId });
}

/** Ends one of the caller's own sessions; throws NOT_FOUND when none of them that is live has the id. */
export async function revokeMySession(id: string): Promise<void> {
  if ((await revokeSessions({ _id: id, userId: actor().userId })) === 0) throw notFound();
}

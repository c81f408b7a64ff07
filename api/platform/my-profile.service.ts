import { foldForSearch } from '../../shared/db/search';
import { actor, tenantId } from '../../shared/kernel/context';
import { assertValid, invalid, notFound } from '../../shared/kernel/errors';
import { auditChanges } from '../../shared/platform/audit-chain';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordAudit } from '../../shared/platform/audit.store';
import { type Credential, CredentialModel } from '../../shared/platform/credential.model';
import { passwordErrors, SHORTEST_PASSWORD } from '../../shared/platform/password.rules';
import { storeChosenPassword } from '../../shared/platform/password-change.store';
import { hashPassword } from '../../shared/platform/passwords';
import { type Tenant, TenantModel } from '../../shared/platform/tenant.model';
import { regionErrors } from '../../shared/platform/tenant.rules';
import { type User, UserModel } from '../../shared/platform/user.model';
import { assertMatches } from '../http/resource';
import { provePassword } from './password-proof.service';
import { revokeSessions } from './sessions.service';
import type { ChangePassword, UpdateProfile } from './my-profile.dto';

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
  await storeChosenPassword({ _id: userId }, await hashPassword(newPassword));
  await revokeSessions({ userId, except: sessionId });
  await recordAudit('auth.password-changed', { entityType: AuditEntity.User, entityId: userId });
}

/** Changes the caller's own account: absent fields stay, null clears; throws VALIDATION, PRECONDITION_FAILED, CONFLICT. */
export async function updateMyProfile({ fullName, locale }: UpdateProfile, ifMatch?: string): Promise<void> {
  const row = await UserModel.findById(actor().userId);
  if (!row) throw notFound();
  assertMatches(ifMatch, row.revision);
  assertValid(regionErrors({ locale: locale ?? undefined }));
  const before: User = row.toObject();
  if (fullName !== undefined) row.fullName = fullName.trim();
  if (locale !== undefined) row.locale = locale;
  row.searchText = foldForSearch(row.fullName, row.email);
  await row.save();
  const changes = auditChanges(before, row.toObject<User>(), ['fullName', 'locale']);
  if (changes.length > 0)
    await recordAudit('user.updated', { entityType: AuditEntity.User, entityId: row._id, changes });
}

/** Ends one of the caller's own sessions; throws NOT_FOUND when none of them that is live has the id. */
export async function revokeMySession(id: string): Promise<void> {
  if ((await revokeSessions({ _id: id, userId: actor().userId })) === 0) throw notFound();
}

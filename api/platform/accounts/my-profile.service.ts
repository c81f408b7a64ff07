import { inTransaction } from '../../../shared/db/transaction';
import { actor } from '../../../shared/kernel/context';
import { assertValid, invalid, notFound } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { OPTIONAL_MAILS } from '../../../shared/platform/accounts/optional-mails';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { hashPassword } from '../../../shared/platform/passwords/passwords';
import { assertRevision, type ExpectedRevision } from '../../db/expected-revision';
import { storeChosenPassword } from '../passwords/password-change.store';
import { minPasswordLength } from '../passwords/password-policy.store';
import { validatePassword } from '../passwords/password.rules';
import { provePassword } from '../sign-in/password-proof.service';
import { revokeSessions } from '../sign-in/sessions.service';
import { validateRegion } from '../tenants/tenant.rules';
import type { ChangePassword, UpdateProfile } from './my-profile.dto';

/**
 * Changes the caller's password and ends all their other sessions. Wrong current passwords count toward the lockout; on
 * a locked account the right one is refused too. Throws VALIDATION.
 */
export async function changePassword({ currentPassword, newPassword }: ChangePassword): Promise<void> {
  const { userId, email, sessionId } = actor();
  assertValid(validatePassword(newPassword, { minLength: await minPasswordLength(), email }, 'newPassword'));
  const credential = await CredentialModel.findById(userId).lean<Credential>();
  if (!(await provePassword(credential, currentPassword)))
    throw invalid({ field: 'currentPassword', ...refusal('INCORRECT') });
  if (newPassword === currentPassword)
    throw invalid({ field: 'newPassword', ...refusal('MUST_DIFFER_FROM_CURRENT_PASSWORD') });
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(async () => {
    await storeChosenPassword({ _id: userId }, passwordHash);
    await revokeSessions({ userId, except: sessionId });
    await recordAudit('auth.password-changed', { entityType: AuditEntity.User, entityId: userId });
  });
}

/**
 * Updates the caller's account: omitted fields keep their values, null clears; throws VALIDATION, PRECONDITION_FAILED,
 * CONFLICT.
 */
export async function updateMyProfile(
  { fullName, locale, mails }: UpdateProfile,
  expected?: ExpectedRevision,
): Promise<void> {
  const row = await UserModel.findById(actor().userId);
  if (!row) throw notFound();
  assertRevision(row.revision, expected);
  assertValid(validateRegion({ locale: locale ?? undefined }));
  const before: User = row.toObject();
  if (fullName !== undefined) row.fullName = fullName.trim();
  if (locale !== undefined) row.locale = locale;
  if (mails !== undefined) {
    const off = new Set(row.mailsOff);
    for (const { kind, isOn } of mails)
      if (isOn) off.delete(kind);
      else off.add(kind);
    row.mailsOff = OPTIONAL_MAILS.filter((kind) => off.has(kind));
  }
  const changes = auditChanges(before, row.toObject<User>(), ['fullName', 'locale']);
  await inTransaction(async () => {
    await row.save();
    if (changes.length > 0)
      await recordAudit('user.updated', { entityType: AuditEntity.User, entityId: row._id, changes });
  });
}

/** Ends one of the caller's live sessions; throws NOT_FOUND. */
export async function revokeMySession(id: string): Promise<void> {
  if ((await revokeSessions({ _id: id, userId: actor().userId })) === 0) throw notFound();
}

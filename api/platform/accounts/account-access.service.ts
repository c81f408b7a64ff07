import { afterCommit, inTransaction } from '../../../shared/db/transaction';
import { enqueueStored } from '../../../shared/jobs/enqueue';
import { conflict } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import type { User } from '../../../shared/platform/accounts/user.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { type AccessJob, orderTemporaryPassword } from '../../../shared/platform/passwords/temporary-password.store';
import { revokeSessions } from '../sign-in/sessions.service';

/**
 * Ends the sessions of an account and starts the job that emails a temporary password, which it returns. Throws
 * CONFLICT for an account that is not active.
 */
export async function resetPasswordOf(user: User): Promise<AccessJob> {
  if (!user.isActive) throw conflict(refusal('ACCOUNT_NOT_ACTIVE'));
  const job = await inTransaction(async () => {
    await revokeSessions({ userId: user._id });
    await recordAudit('user.password-reset', { entityType: AuditEntity.User, entityId: user._id });
    return orderTemporaryPassword(user._id, 'reset-password');
  });
  await afterCommit(() => enqueueStored(job));
  return job;
}

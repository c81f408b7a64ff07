import { afterCommit } from '../../../shared/db/transaction';
import { enqueueStored, storeJob } from '../../../shared/jobs/enqueue';
import { now } from '../../../shared/kernel/clock';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { DeviceModel } from '../../../shared/platform/accounts/device.model';
import { EmailChangeModel } from '../../../shared/platform/accounts/email-change.model';
import type { User } from '../../../shared/platform/accounts/user.model';
import { SessionModel } from '../../../shared/platform/session.model';

/**
 * Ends what an account's former email gave access to, and orders the message to it, unless no one ever signed in with it. Call it
 * with the account before the change, in the transaction that changes its email.
 */
export async function leaveFormerEmail({ _id, email }: Pick<User, '_id' | 'email'>): Promise<void> {
  await SessionModel.updateMany({ userId: _id, revokedAt: null }, { $set: { revokedAt: now() } });
  await DeviceModel.deleteMany({ userId: _id });
  const credential = await CredentialModel.findOneAndUpdate(
    { _id },
    { $set: { resetTokenHash: null, resetTokenUntil: null, resetRequestId: null } },
  ).lean<Credential>();
  if (!credential?.lastSignInAt) return;
  const change = await EmailChangeModel.create({ userId: _id, email });
  const job = await storeJob('comms.tell-email-changed', { changeId: change._id });
  await afterCommit(() => enqueueStored(job));
}

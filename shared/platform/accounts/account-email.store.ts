import { afterCommit } from '../../db/transaction';
import { enqueueStored, storeJob } from '../../jobs/enqueue';
import { now } from '../../kernel/clock';
import { SessionModel } from '../session.model';
import { type Credential, CredentialModel } from './credential.model';
import { DeviceModel } from './device.model';
import { EmailChangeModel } from './email-change.model';
import type { User } from './user.model';

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

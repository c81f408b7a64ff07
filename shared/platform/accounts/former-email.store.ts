import { bulkInsert } from '../../db/bulk';
import { pickRows } from '../../db/pick';
import { afterCommit } from '../../db/transaction';
import { enqueueStored, storeJobs } from '../../jobs/enqueue';
import { CredentialModel } from './credential.model';
import { DeviceModel } from './device.model';
import { type EmailChange, EmailChangeModel } from './email-change.model';
import { endAccess } from './leaver-account.store';
import type { User } from './user.model';

/**
 * Ends what the former emails of accounts gave access to, temporary passwords included, and orders the messages to them, except where
 * no one ever signed in. Call it with the accounts before the change, in the transaction that changes their emails; the number of
 * queries does not depend on theirs.
 */
export async function leaveFormerEmails(accounts: readonly Pick<User, '_id' | 'email'>[]): Promise<void> {
  if (accounts.length === 0) return;
  const ids = accounts.map(({ _id }) => _id);
  await endAccess(ids);
  await DeviceModel.deleteMany({ userId: { $in: ids } });
  const credentials = await pickRows(CredentialModel.find({ _id: { $in: ids } }), 'lastSignInAt');
  const used = new Set(credentials.flatMap(({ _id, lastSignInAt }) => (lastSignInAt ? [_id] : [])));
  const changes = accounts.flatMap(({ _id, email }) => (used.has(_id) ? [{ userId: _id, email }] : []));
  if (changes.length === 0) return;
  const { inserted } = await bulkInsert<EmailChange>(EmailChangeModel, changes);
  const jobs = await storeJobs(
    'comms.tell-email-changed',
    inserted.map(({ _id }) => ({ changeId: _id })),
  );
  await afterCommit(() => enqueueStored(...jobs));
}

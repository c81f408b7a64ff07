import { bulkUpdate } from '../../db/bulk';
import { AuditEntity } from '../audit/audit-events';
import { recordAudit } from '../audit/audit.store';
import { type AccountChanger, mayTakeOver } from './account-rank';
import { Deactivation, type User, UserModel } from './user.model';

/** The fields by which an account is found. */
interface Person {
  _id: string;
  email: string;
}

/**
 * Links employees without an account to the unlinked accounts with their emails. Roles and names do not change. An
 * account whose role is above `changer` stays unlinked. The account of a former employee remains inactive until its invitation,
 * which ends the former owner's access. Call it in the transaction that writes the employees; `by` is the user who started a job.
 */
export async function linkAccounts(
  people: readonly Person[],
  changer: AccountChanger,
  by: string | null = null,
): Promise<void> {
  const employeeOf = new Map(people.map(({ _id, email }) => [email, _id]));
  const unlinked = await UserModel.find({
    email: { $in: [...employeeOf.keys()] },
    employeeId: null,
    deactivatedBecause: { $ne: Deactivation.Left },
  }).lean<User[]>();
  const free = unlinked.filter((account) => mayTakeOver(changer, account));
  const ties = free.map(({ _id, email }) => ({ _id, employeeId: employeeOf.get(email) ?? null }));
  await bulkUpdate(
    UserModel,
    ties.map(({ _id, employeeId }) => ({
      updateOne: { filter: { _id }, update: { $set: { employeeId }, $inc: { revision: 1 } } },
    })),
  );
  for (const { _id, employeeId } of ties)
    await recordAudit('user.updated', {
      entityType: AuditEntity.User,
      entityId: _id,
      changes: [{ field: 'employeeId', before: null, after: employeeId }],
      by,
    });
}

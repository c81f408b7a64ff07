import { bulkUpdate } from '../../db/bulk';
import { AuditEntity } from '../audit/audit-events';
import { recordAudit } from '../audit/audit.store';
import { mayTakeOver } from './account-rank';
import { Deactivation, type User, UserModel } from './user.model';

interface Person {
  _id: string;
  email: string;
}

/**
 * Links employees without an account to the unlinked accounts with their emails, and returns the number of these. Roles and names do
 * not change. An account whose role is above the context's user stays unlinked. The account of a former employee remains inactive
 * until its invitation, which ends the former owner's access. Call it in the transaction that writes the employees.
 */
export async function linkAccounts(people: readonly Person[]): Promise<number> {
  const employeeOf = new Map(people.map(({ _id, email }) => [email, _id]));
  const unlinked = await UserModel.find({
    email: { $in: [...employeeOf.keys()] },
    employeeId: null,
    deactivatedBecause: { $ne: Deactivation.Left },
  }).lean<User[]>();
  const ties = unlinked
    .filter(mayTakeOver)
    .map(({ _id, email }) => ({ _id, employeeId: employeeOf.get(email) ?? null }));
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
    });
  return ties.length;
}

import { bulkUpdate } from '../../db/bulk';
import { AuditEntity } from '../audit/audit-events';
import { recordAudit } from '../audit/audit.store';
import { Deactivation, type User, UserModel } from './user.model';

/** What an account is found by. */
interface Person {
  _id: string;
  email: string;
}

/**
 * Ties employees who have no account to the accounts with their emails, if those are tied to no one. Roles and names stay. The
 * account of a former employee waits for its invitation, which ends what the former owner could do. Call it in the transaction
 * that writes the employees; `by`: the user who asked for a job.
 */
export async function tieAccounts(people: readonly Person[], by: string | null = null): Promise<void> {
  const employeeOf = new Map(people.map(({ _id, email }) => [email, _id]));
  const free = await UserModel.find({
    email: { $in: [...employeeOf.keys()] },
    employeeId: null,
    deactivatedBecause: { $ne: Deactivation.Left },
  }).lean<User[]>();
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

import { bulkInsert } from '../db/bulk';
import { pickRow, pickRows } from '../db/pick';
import { tenantId } from '../kernel/context';
import { derivedId } from '../kernel/ids';
import { type User, UserModel } from '../platform/accounts/user.model';
import { TenantModel } from '../platform/tenant.model';
import { languageOf, notificationTexts, type NotificationType } from './notification-texts.rules';
import { NotificationModel } from './notification.model';

export interface Recipient {
  /** An employee; notified when an active account belongs to them. */
  employeeId?: string;
  /** An account, instead of an employee. */
  userId?: string;
  values: Readonly<Record<string, string | number>>;
  link: string | null;
}

/** Most accounts that one query reads by id. */
const ASK_AT_ONCE = 1_000;

/**
 * Notifies accounts in bulk, each in its own language, and returns the number of notifications added. `occasion` identifies the
 * event, such as `cycle-opened:<trigger id>`: a second call for the same occasion adds none, so that jobs may run again.
 */
export async function notify(
  type: NotificationType,
  occasion: string,
  recipients: readonly Recipient[],
): Promise<number> {
  const tenant = await pickRow(TenantModel.findById(tenantId()), 'locale', 'timezone');
  const timezone = tenant?.timezone ?? 'UTC';
  let added = 0;
  for (let start = 0; start < recipients.length; start += ASK_AT_ONCE) {
    const some = recipients.slice(start, start + ASK_AT_ONCE);
    const accountOf = await accounts(some);
    const rows = some.flatMap(({ employeeId, userId, values, link }) => {
      const account = accountOf.get(userId ?? employeeId ?? '');
      if (!account) return [];
      const texts = notificationTexts(type, languageOf(account.locale ?? tenant?.locale), values, timezone);
      const _id = derivedId('notification', tenantId(), type, occasion, account._id);
      return [{ _id, userId: account._id, type, ...texts, link, readAt: null }];
    });
    added += (await bulkInsert(NotificationModel, rows)).inserted.length;
  }
  return added;
}

type Account = Pick<User, '_id' | 'employeeId' | 'locale'>;

/** Reads active accounts by their own id and by their employee's. */
async function accounts(recipients: readonly Recipient[]): Promise<Map<string, Account>> {
  const userIds = recipients.flatMap(({ userId }) => userId ?? []);
  const employeeIds = recipients.flatMap(({ userId, employeeId }) => (userId ? [] : (employeeId ?? [])));
  const found = await pickRows(
    UserModel.find({
      isActive: true,
      $or: [{ _id: { $in: userIds } }, { employeeId: { $in: employeeIds } }],
    }),
    'employeeId',
    'locale',
  );
  return new Map(
    found.flatMap(
      (user) => [[user._id, user], ...(user.employeeId ? [[user.employeeId, user] as const] : [])] as const,
    ),
  );
}

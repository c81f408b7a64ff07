import type { NotificationType } from '../../shared/comms/notification-texts.rules';
import { notify, type Recipient } from '../../shared/comms/notification.store';
import { pickRows } from '../../shared/db/pick';
import { Role } from '../../shared/kernel/permissions';
import { UserModel } from '../../shared/platform/accounts/user.model';

/**
 * Notifies the TenantAdmins of the context's organization once of an `occasion`; returns the number of notifications.
 */
export async function notifyAdmins(
  type: NotificationType,
  occasion: string,
  { values, link }: Pick<Recipient, 'values' | 'link'>,
): Promise<number> {
  const admins = await pickRows(UserModel.find({ roles: Role.TenantAdmin, isActive: true }), '_id');
  return notify(
    type,
    occasion,
    admins.map((admin) => ({ userId: admin._id, values, link })),
  );
}

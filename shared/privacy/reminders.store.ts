import { notify } from '../comms/notification.store';
import { pickRows } from '../db/pick';
import { DAY_MS, inMs, now, toInstant } from '../kernel/clock';
import { asSystem, runInContext } from '../kernel/context';
import { newId } from '../kernel/ids';
import { Role } from '../kernel/permissions';
import { UserModel } from '../platform/accounts/user.model';
import { type PrivacyRequest, PrivacyRequestModel } from './privacy-request.model';

/** Days before the due date on which TenantAdmins are reminded. */
const REMINDER_DAYS = [14, 7, 1] as const;
const AT_ONCE = 500;

/**
 * Reminds the TenantAdmins of requests that are due soon, at most once for each of these days; returns the number of reminders.
 */
export async function remindOfDueRequests(): Promise<number> {
  const due = await asSystem('open privacy requests of every tenant are due', async () =>
    PrivacyRequestModel.find({
      completedAt: null,
      dueAt: { $lte: inMs(REMINDER_DAYS[0] * DAY_MS) },
      openFor: { $gte: '' },
    })
      .sort({ dueAt: 1 })
      .limit(AT_ONCE)
      .lean<PrivacyRequest[]>(),
  );
  let sent = 0;
  for (const request of due)
    sent += await runInContext({ requestId: newId(), tenantId: request.tenantId, actor: null }, () => remind(request));
  return sent;
}

async function remind({ _id, dueAt }: PrivacyRequest): Promise<number> {
  const days = Math.max(0, Math.ceil((dueAt.getTime() - now().getTime()) / DAY_MS));
  const stage = REMINDER_DAYS.findLast((atMost) => days <= atMost);
  if (stage === undefined) return 0;
  return notifyAdmins('privacy-due', `privacy-due:${_id}:${toInstant(dueAt)}:${stage}`, _id, {
    count: days,
    endDate: dueAt.toISOString().slice(0, 10),
  });
}

/** Notifies the active TenantAdmins about a request. */
export async function notifyAdmins(
  type: 'privacy-due' | 'privacy-requested',
  occasion: string,
  requestId: string,
  values: Readonly<Record<string, string | number>>,
): Promise<number> {
  const admins = await pickRows(UserModel.find({ roles: Role.TenantAdmin, isActive: true }), '_id');
  const link = `/privacy-requests/${requestId}`;
  return notify(
    type,
    occasion,
    admins.map(({ _id }) => ({ userId: _id, values, link })),
  );
}

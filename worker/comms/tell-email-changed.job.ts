import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import { notify } from '../../shared/comms/notification.store';
import { pickRows } from '../../shared/db/pick';
import type { AccountNoticeResult } from '../../shared/jobs/contract';
import { toInstant } from '../../shared/kernel/clock';
import { PLATFORM_SCOPE, tenantId } from '../../shared/kernel/context';
import { Role } from '../../shared/kernel/permissions';
import { type EmailChange, EmailChangeModel } from '../../shared/platform/accounts/email-change.model';
import { type User, UserModel } from '../../shared/platform/accounts/user.model';
import { defineJob, MAILING, type Run } from '../define-job';
import { mailNotice } from './account-notice';

/**
 * Emails the former address of an account, and notifies the account, that another one has replaced it; then deletes the former
 * address. Neither names the new email: the reader of the former mailbox may no longer be the owner.
 */
export const tellEmailChanged = defineJob({
  name: 'comms.tell-email-changed',
  retry: MAILING,
  onFailed: null,
  run: sendNotice,
});

async function sendNotice(run: Run<'comms.tell-email-changed'>): Promise<AccountNoticeResult> {
  const { changeId } = run.payload;
  const change = await EmailChangeModel.findById(changeId).lean<EmailChange>();
  const isMailed = change !== null && (await tellOf(run, change));
  run.atEnd(async () => {
    await EmailChangeModel.deleteOne({ _id: changeId });
  });
  return { isMailed };
}

async function tellOf(
  run: Run<'comms.tell-email-changed'>,
  { _id, userId, email, createdAt }: EmailChange,
): Promise<boolean> {
  const user = await UserModel.findById(userId).lean<User>();
  if (!user) return false;
  const occasion = `email-changed:${_id}`;
  await run.write(() =>
    notify('email-changed', occasion, [{ userId, values: { email }, link: CONSOLE_PAGES.profile }]),
  );
  await run.progress(0, 1);
  const values = { email, changedAt: toInstant(createdAt), contact: await administratorsBut(userId) };
  return mailNotice({
    key: 'email-changed',
    recipient: { email, name: user.fullName, locale: user.locale },
    values: () => values,
    messageKey: occasion,
  });
}

/** More names than these help no one. */
const SHOWN_ADMINISTRATORS = 3;

/** Names and addresses of those who can undo a change, without the account itself; empty when there is no one else. */
async function administratorsBut(userId: string): Promise<string> {
  const role = tenantId() === PLATFORM_SCOPE ? Role.SystemAdmin : Role.TenantAdmin;
  const rows = await pickRows(
    UserModel.find({ roles: role, isActive: true, _id: { $ne: userId } })
      .sort({ fullName: 1, _id: 1 })
      .limit(SHOWN_ADMINISTRATORS),
    'fullName',
    'email',
  );
  return rows.map(({ fullName, email }) => `${fullName} (${email})`).join(', ');
}

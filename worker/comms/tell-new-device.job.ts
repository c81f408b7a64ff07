import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import { notify } from '../../shared/comms/notification.store';
import type { AccountNoticeResult } from '../../shared/jobs/contract';
import { toInstant } from '../../shared/kernel/clock';
import { type User, UserModel } from '../../shared/platform/accounts/user.model';
import { knownBrowser } from '../../shared/platform/browser-name.rules';
import { type Session, SessionModel } from '../../shared/platform/session.model';
import { defineJob, MAILING, type Run } from '../define-job';
import { mailNotice } from './account-notice';

/**
 * Notifies a user of a session on a new device, also by email. An email that cannot be sent does not
 * fail the job, since the notification exists. A repeated run adds neither again.
 */
export const tellNewDevice = defineJob({
  name: 'comms.tell-new-device',
  retry: MAILING,
  onFailed: null,
  run: sendNotice,
});

async function sendNotice(run: Run<'comms.tell-new-device'>): Promise<AccountNoticeResult> {
  const session = await SessionModel.findById(run.payload.sessionId).lean<Session>();
  const user = session && (await UserModel.findOne({ _id: session.userId, isActive: true }).lean<User>());
  if (!user) return { isMailed: false };
  const { _id, ip, userAgent, createdAt } = session;
  // Only names of known browsers: the user agent is a stranger's text.
  const device = { browser: knownBrowser(userAgent ?? '') ?? '', address: ip ?? '' };
  const occasion = `new-device:${_id}`;
  await run.write(() =>
    notify('sign-in.new-device', occasion, [{ userId: user._id, values: device, link: CONSOLE_PAGES.profile }]),
  );
  await run.progress(0, 1);
  const { email, fullName, locale } = user;
  return {
    isMailed: await mailNotice({
      key: 'sign-in.new-device',
      recipient: { email, name: fullName, locale },
      values: (address) => ({
        ...device,
        email,
        signedInAt: toInstant(createdAt),
        link: address(CONSOLE_PAGES.profile),
      }),
      messageKey: occasion,
    }),
  };
}

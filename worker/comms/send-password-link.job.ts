import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import { MailFailure } from '../../shared/comms/mail/mail-failure';
import { sendTemplate } from '../../shared/comms/mail/mail.store';
import { pickRow } from '../../shared/db/pick';
import type { PasswordLinkResult } from '../../shared/jobs/contract';
import { inMs, now } from '../../shared/kernel/clock';
import { PLATFORM_SCOPE, tenantId } from '../../shared/kernel/context';
import { hashToken } from '../../shared/kernel/ids';
import { CredentialModel } from '../../shared/platform/accounts/credential.model';
import { type User, UserModel } from '../../shared/platform/accounts/user.model';
import { BETWEEN_LINKS_MS, PASSWORD_LINK_MS, passwordLinkToken } from '../../shared/platform/passwords/password-link';
import {
  type PasswordResetRequest,
  PasswordResetRequestModel,
} from '../../shared/platform/passwords/password-reset-request.model';
import { platformAddress, tenantAddress } from '../../shared/platform/tenant-address';
import { admitsSignIn } from '../../shared/platform/tenant-status';
import { TenantModel } from '../../shared/platform/tenant.model';
import { MAILING, defineJob, type Run } from '../define-job';

/**
 * Emails the password reset link if an active account has the requested address and was sent none in the last 10
 * minutes; then deletes the address. No response reveals whether an account has the address.
 */
export const sendPasswordLink = defineJob({
  name: 'comms.send-password-link',
  retry: MAILING,
  onFailed: null,
  run: send,
});

async function send(run: Run<'comms.send-password-link'>): Promise<PasswordLinkResult> {
  const { requestId } = run.payload;
  const request = await PasswordResetRequestModel.findById(requestId).lean<PasswordResetRequest>();
  const sent = request !== null && (await mailLink(run, request));
  run.atEnd(async () => {
    await PasswordResetRequestModel.deleteOne({ _id: requestId });
  });
  return { sent };
}

async function mailLink(
  run: Run<'comms.send-password-link'>,
  { _id: requestId, email }: PasswordResetRequest,
): Promise<boolean> {
  const page = await addressOfPages();
  const user = page && (await UserModel.findOne({ email, isActive: true }).lean<User>());
  if (!user) return false;
  const token = passwordLinkToken(tenantId(), user._id, requestId);
  if (!(await run.write(() => putInForce(user, requestId, token)))) return false;
  await run.progress(0, 1);
  const recipient = { email, name: user.fullName, locale: user.locale };
  // In the fragment, so that neither server logs nor referrers contain the token.
  const values = { email, link: `${page(CONSOLE_PAGES.resetPassword)}#token=${token}` };
  try {
    await sendTemplate('forgot-password', recipient, values, `password-link:${requestId}`);
    return true;
  } catch (error) {
    if (error instanceof MailFailure && error.kind === 'refused') return false;
    throw error;
  }
}

/**
 * Makes the link the account's only one, unless one was emailed recently, or the account has another email by now; the same request
 * may repeat it.
 */
async function putInForce({ _id: userId, email }: User, requestId: string, token: string): Promise<boolean> {
  // A change of the email writes the credential too, so that one of two transactions at once sees the other.
  if (!(await UserModel.exists({ _id: userId, email }))) return false;
  const stored = await CredentialModel.updateOne(
    {
      _id: userId,
      $or: [
        { resetRequestId: requestId },
        { resetMailedAt: null },
        { resetMailedAt: { $lte: inMs(-BETWEEN_LINKS_MS) } },
      ],
    },
    {
      $set: {
        resetTokenHash: hashToken(token),
        resetTokenUntil: inMs(PASSWORD_LINK_MS),
        resetRequestId: requestId,
        resetMailedAt: now(),
      },
    },
  );
  return stored.matchedCount > 0;
}

/** Returns how to address pages of the context's organization or the platform; null when no one can sign in there. */
async function addressOfPages(): Promise<((path: string) => string) | null> {
  if (tenantId() === PLATFORM_SCOPE) return platformAddress;
  const tenant = await pickRow(TenantModel.findById(tenantId()), 'slug', 'status');
  return tenant && admitsSignIn(tenant.status) ? (path) => tenantAddress(tenant.slug, path) : null;
}

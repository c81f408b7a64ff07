import { sendTemplate } from '../../shared/comms/mail/mail.store';
import type { AccessResult } from '../../shared/jobs/contract';
import { now, toInstant } from '../../shared/kernel/clock';
import { conflict } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { type Credential, CredentialModel } from '../../shared/platform/accounts/credential.model';
import { type User, UserModel } from '../../shared/platform/accounts/user.model';
import { hashPassword, verifyPassword } from '../../shared/platform/passwords/passwords';
import { temporaryPassword } from '../../shared/platform/passwords/temporary-password';
import { putTemporaryPassword } from '../../shared/platform/passwords/temporary-password.store';
import { MAILING, defineJob, type Run } from '../define-job';
import { refusalAsConflict } from './refused-mail';

/**
 * Emails a temporary password, which is valid for 72 hours, and ends the account's sessions. Its plain text exists only
 * in this process and in the email; a repeated run sends the same one with the same Message-ID. The former password
 * works until the mail server has accepted the email. Throws CONFLICT when the account is not active, a later job or a
 * chosen password has replaced this one, no mail server is configured, or it refuses the address.
 */
export const sendAccess = defineJob({
  name: 'comms.send-access',
  retry: MAILING,
  onFailed: null,
  run: send,
});

async function send(run: Run<'comms.send-access'>): Promise<AccessResult> {
  const { userId, occasion } = run.payload;
  const user = await UserModel.findById(userId).lean<User>();
  if (!user?.isActive) throw conflict(refusal('ACCOUNT_NO_LONGER_ACTIVE'));
  const credential = await CredentialModel.findById(userId).lean<Credential>();
  if (credential?.temporaryPasswordJobId !== run.jobId) throw replaced();
  const password = temporaryPassword(run.jobId);
  await run.progress(0, 1);
  const recipient = { email: user.email, name: user.fullName, locale: user.locale };
  const values = { email: user.email, temporaryPassword: password };
  await refusalAsConflict(() => sendTemplate(occasion, recipient, values, `access:${run.jobId}`));
  const expiresAt = await putInForce(run, credential, password);
  return { userId, email: user.email, sentAt: toInstant(now()), expiresAt: toInstant(expiresAt) };
}

/** Makes the password the account's only one, unless an earlier run of the job did; returns when it expires. */
async function putInForce(run: Run<'comms.send-access'>, credential: Credential, password: string): Promise<Date> {
  const { passwordHash, temporaryUntil } = credential;
  if (temporaryUntil && temporaryUntil > now() && (await verifyPassword(passwordHash, password))) return temporaryUntil;
  const hash = await hashPassword(password);
  return run.write(async () => {
    const order = { _id: run.payload.userId, temporaryPasswordJobId: run.jobId };
    const expiresAt = await putTemporaryPassword(order, hash);
    if (!expiresAt) throw replaced();
    return expiresAt;
  });
}

const replaced = () => conflict(refusal('TEMPORARY_PASSWORD_REPLACED'));

import { sendTemplate } from '../../shared/comms/mail.store';
import { inTransaction } from '../../shared/db/transaction';
import type { AccessResult } from '../../shared/jobs/contract';
import { inMs, now, toInstant } from '../../shared/kernel/clock';
import { conflict } from '../../shared/kernel/errors';
import { type Credential, CredentialModel } from '../../shared/platform/credential.model';
import { hashPassword, verifyPassword } from '../../shared/platform/passwords';
import { SessionModel } from '../../shared/platform/session.model';
import { TEMPORARY_PASSWORD_MS, temporaryPassword } from '../../shared/platform/temporary-password';
import { type User, UserModel } from '../../shared/platform/user.model';
import type { Run } from '../run-job';
import { refusalAsAnswer } from './refused-mail';

/**
 * Puts a temporary password in force for 72 hours, ends the account's sessions and mails the password (decisions 4). It
 * exists in plain in this process and in the mail alone; a run that is repeated mails the same one under the same Message-ID.
 * Throws CONFLICT when the account is not active, a later order or a chosen password has replaced this one, or the mail
 * server refuses the address.
 */
export async function sendAccess(run: Run<'comms.send-access'>): Promise<AccessResult> {
  const { userId, occasion } = run.payload;
  const user = await UserModel.findById(userId).lean<User>();
  if (!user?.isActive) throw conflict('The account is not active any more.');
  const password = temporaryPassword(run.jobId);
  await run.progress(0, 1);
  const expiresAt = await putInForce(userId, run.jobId, password);
  const recipient = { email: user.email, name: user.fullName, locale: user.locale };
  const values = { email: user.email, temporaryPassword: password };
  await refusalAsAnswer(() => sendTemplate(occasion, recipient, values, `access:${run.jobId}`));
  return { userId, email: user.email, sentAt: toInstant(now()), expiresAt: toInstant(expiresAt) };
}

/** Makes the password the account's only way in, unless an earlier run of the job did; returns when it ends. */
async function putInForce(userId: string, jobId: string, password: string): Promise<Date> {
  const credential = await CredentialModel.findById(userId).lean<Credential>();
  if (credential?.temporaryPasswordJobId !== jobId) throw replaced();
  const { passwordHash, temporaryUntil } = credential;
  if (temporaryUntil && temporaryUntil > now() && (await verifyPassword(passwordHash, password))) return temporaryUntil;
  const expiresAt = inMs(TEMPORARY_PASSWORD_MS);
  const hash = await hashPassword(password);
  await inTransaction(async () => {
    const stored = await CredentialModel.updateOne(
      { _id: userId, temporaryPasswordJobId: jobId },
      {
        $set: {
          passwordHash: hash,
          temporaryUntil: expiresAt,
          mustChangePassword: true,
          failedSignIns: 0,
          lockedUntil: null,
          resetTokenHash: null,
          resetTokenUntil: null,
        },
      },
    );
    if (stored.matchedCount === 0) throw replaced();
    await SessionModel.updateMany({ userId, revokedAt: null }, { $set: { revokedAt: now() } });
  });
  return expiresAt;
}

const replaced = () => conflict('A later order, or a password chosen meanwhile, has replaced this temporary password.');

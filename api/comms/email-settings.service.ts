import { isIP } from 'node:net';
import { emailPasswordPurpose, type EmailSettings, EmailSettingsModel } from '../../shared/comms/email-settings.model';
import { MailFailure } from '../../shared/comms/mail/mail-failure';
import { mailContent, mailSender, type SentMail } from '../../shared/comms/mail/mail-sender.store';
import { languageOf } from '../../shared/comms/notification-texts.rules';
import { inTransaction } from '../../shared/db/transaction';
import { isPublicAddress } from '../../shared/infra/public-address';
import { config } from '../../shared/kernel/config';
import { PLATFORM_SCOPE, tenantId } from '../../shared/kernel/context';
import { normalizeEmail } from '../../shared/kernel/email';
import { encrypt } from '../../shared/kernel/encryption';
import { assertValid, conflict, invalid } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { auditChanges } from '../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { assertRevision, type ExpectedRevision } from '../db/expected-revision';
import { shownRevision, type UpdateEmailSettings } from './email-settings.dto';
import { validateEmailSettings, sendsPasswordElsewhere } from './email-settings.rules';
import { TEST_MAIL } from './test-mail.rules';
import { testRecipient } from './test-recipient.service';

const AUDITED = ['host', 'port', 'secure', 'user', 'fromName', 'fromAddress'] as const;

/**
 * Saves the mail settings of the organization (or the platform): omitted fields keep their values, null clears. Throws
 * VALIDATION, PRECONDITION_FAILED, CONFLICT.
 */
export async function updateEmailSettings(input: UpdateEmailSettings, expected?: ExpectedRevision): Promise<void> {
  const scope = tenantId();
  const stored = await EmailSettingsModel.findById(scope);
  assertRevision(shownRevision(stored), expected);
  const row = stored ?? new EmailSettingsModel({ _id: scope });
  const before = row.toObject();
  const { password, fromAddress, provider: _always, ...fields } = input;
  row.set({
    ...fields,
    ...(fromAddress === undefined ? {} : { fromAddress: fromAddress && normalizeEmail(fromAddress) }),
  });
  if (password !== undefined) row.sealedPassword = password && encrypt(password, emailPasswordPurpose(scope));
  const after = row.toObject();
  assertUsable(before, after, password !== undefined);
  const changes = auditChanges(before, after, AUDITED);
  // The entry says that the password changed, never the password.
  if (password !== undefined) changes.push({ field: 'passwordSet', before: null, after: password !== null });
  await inTransaction(async () => {
    await row.save();
    const entityId = scope === PLATFORM_SCOPE ? null : scope;
    await recordAudit('settings.updated', { entityType: AuditEntity.Settings, entityId, changes });
  });
}

function assertUsable(before: EmailSettings, after: EmailSettings, isPasswordGiven: boolean): void {
  const isGuarded = tenantId() !== PLATFORM_SCOPE && config().SMTP_TENANT_HOSTS === 'public';
  const hasPassword = after.sealedPassword !== null;
  assertValid(validateEmailSettings({ ...after, hasPassword }, isGuarded));
  if (isGuarded && after.host !== null && isIP(after.host) && !isPublicAddress(after.host))
    throw invalid({ field: 'host', ...refusal('MUST_BE_PUBLIC_ADDRESS') });
  if (hasPassword && !isPasswordGiven && sendsPasswordElsewhere(before, after))
    throw invalid({ field: 'password', ...refusal('PASSWORD_NEEDED_AGAIN') });
}

/**
 * Sends a test email with the current settings. Throws VALIDATION, RATE_LIMITED, and CONFLICT with the mail server's
 * reply when it refuses the email.
 */
export async function sendTestMail(to: string): Promise<SentMail> {
  const sender = await mailSender();
  const language = languageOf(sender.locale);
  const email = await testRecipient(to);
  return sendTest(() => sender.send({ email, name: '' }, mailContent(TEST_MAIL[language], language, sender), newId()));
}

/** Sends a test email; a refusal by the mail server is CONFLICT with its reply. */
export async function sendTest(send: () => Promise<SentMail>): Promise<SentMail> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof MailFailure) throw conflict(refusal('MAIL_REFUSED', { reply: error.reply }));
    throw error;
  }
}

import type { HydratedDocument } from 'mongoose';
import { type EmailTemplate, EmailTemplateModel } from '../../shared/comms/email-template.model';
import { BUILT_IN_TEMPLATES } from '../../shared/comms/email-template.store';
import type { SentMail } from '../../shared/comms/mail/mail-sender.store';
import { validateMailTexts } from '../../shared/comms/mail/mail-template';
import { prepareMailing } from '../../shared/comms/mail/mail.store';
import type { TemplateKey } from '../../shared/comms/template-key';
import { sampleValues } from '../../shared/comms/template-variables.rules';
import { isDuplicate } from '../../shared/db/bulk';
import { inTransaction } from '../../shared/db/transaction';
import { actor, inTenant, PLATFORM_SCOPE, tenantId } from '../../shared/kernel/context';
import { AppError, assertValid, conflict, notFound } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { auditChanges } from '../../shared/platform/audit/audit-chain';
import { AuditEntity, type AuditEvent } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { assertRevision, type ExpectedRevision } from '../db/expected-revision';
import { sendTest } from './email-settings.service';
import type { CreateEmailTemplate, UpdateEmailTemplate } from './email-templates.dto';
import { findEmailTemplate } from './email-templates.queries';
import { testRecipient } from './test-recipient.service';

/**
 * Creates a template of the organization, which takes precedence over the platform's, and returns its id. Throws
 * VALIDATION, and CONFLICT when there is one of this key and language; the platform has one of each.
 */
export async function createEmailTemplate({ id, ...input }: CreateEmailTemplate): Promise<string> {
  assertValid(validateMailTexts(input.key, input));
  assertMayWrite(input.key);
  if (tenantId() === PLATFORM_SCOPE || BUILT_IN_TEMPLATES.has(id ?? '')) throw taken();
  const row = new EmailTemplateModel({ ...input, _id: id ?? newId() });
  await inTransaction(async () => {
    await row.save();
    await recordTemplate('email-template.created', row._id, null, row);
  }).catch((error: unknown) => {
    throw isDuplicate(error) ? taken() : error;
  });
  return row._id;
}

/**
 * Updates a template: omitted fields keep their values; throws NOT_FOUND, FORBIDDEN for the platform's, VALIDATION,
 * PRECONDITION_FAILED.
 */
export async function updateEmailTemplate(
  id: string,
  input: UpdateEmailTemplate,
  expected?: ExpectedRevision,
): Promise<void> {
  await withWritable(id, async (row) => {
    assertMayWrite(row.key);
    assertRevision(row.revision, expected);
    const before = textsOf(row);
    row.set(input);
    assertValid(validateMailTexts(row.key, row));
    // The built-in text is stored first, so that its revision continues from there.
    const stored = row.isNew ? await new EmailTemplateModel(BUILT_IN_TEMPLATES.get(row._id)).save() : row;
    await stored.set(input).save();
    await recordTemplate('email-template.updated', row._id, before, stored);
  });
}

/**
 * Deletes a template: the platform's replaces the organization's, the built-in one the platform's. Deleting a built-in
 * one has no effect. Throws NOT_FOUND, and FORBIDDEN for the platform's.
 */
export async function deleteEmailTemplate(id: string): Promise<void> {
  await withWritable(id, async (row) => {
    assertMayWrite(row.key);
    if (row.isNew) return;
    await row.deleteOne();
    await recordTemplate('email-template.deleted', row._id, textsOf(row), null);
  });
}

/**
 * Emails a template with sample values. Throws NOT_FOUND, VALIDATION for a stored text that is not allowed and for an
 * address that is not an account's, RATE_LIMITED, and CONFLICT with the mail server's reply.
 */
export async function sendTestTemplate(id: string, to: string): Promise<SentMail> {
  const { row } = await findEmailTemplate(id);
  const { key, locale, subject, body } = row;
  assertValid(validateMailTexts(key, row));
  const mailing = await prepareMailing(key, { subject, body });
  const { organization: _real, ...values } = sampleValues(key, locale);
  const email = await testRecipient(to);
  return sendTest(() => mailing.send({ email, name: '', locale }, values, newId()));
}

type Texts = Pick<EmailTemplate, 'key' | 'locale' | 'subject' | 'body'>;

const textsOf = ({ key, locale, subject, body }: Texts): Texts => ({ key, locale, subject, body });

/** Records both texts, because a template decides which links recipients open. */
async function recordTemplate(
  eventType: AuditEvent,
  entityId: string,
  before: Texts | null,
  after: Texts | null,
): Promise<void> {
  const none: Partial<Texts> = {};
  const changes = auditChanges(before ?? none, after ? textsOf(after) : none, ['key', 'locale', 'subject', 'body']);
  await recordAudit(eventType, { entityType: AuditEntity.EmailTemplate, entityId, changes });
}

const ACCOUNT_MAILS: readonly TemplateKey[] = [
  'invite',
  'reset-password',
  'forgot-password',
  'sign-in.new-device',
  'email-changed',
];

/** Throws FORBIDDEN for an HRManager and an email about signing in, whose text could ask its recipient for credentials. */
function assertMayWrite(key: TemplateKey): void {
  const { roles } = actor();
  if (ACCOUNT_MAILS.includes(key) && !roles.includes(Role.TenantAdmin) && !roles.includes(Role.SystemAdmin))
    throw new AppError('FORBIDDEN', 'Only a TenantAdmin can change the emails of accounts.');
}

const taken = (): AppError => conflict(refusal('TEMPLATE_WITH_KEY_AND_LANGUAGE_EXISTS'));

/** Runs `change` in a transaction on a template in its scope; only a SystemAdmin can change the platform's. */
function withWritable(id: string, change: (row: HydratedDocument<EmailTemplate>) => Promise<void>): Promise<void> {
  return inTransaction(async () => {
    const own = await EmailTemplateModel.findById(id);
    if (own) return change(own);
    return inTenant(PLATFORM_SCOPE, async () => {
      const stored = await EmailTemplateModel.findById(id);
      const builtIn = BUILT_IN_TEMPLATES.get(id.toLowerCase());
      if (!stored && !builtIn) throw notFound();
      if (!actor().roles.includes(Role.SystemAdmin))
        throw new AppError('FORBIDDEN', 'Only a SystemAdmin can change templates of the platform.');
      return change(stored ?? new EmailTemplateModel(builtIn));
    });
  });
}

import { deliveryCounts } from '../../shared/comms/mail/mail-delivery.store';
import { findMailRoute } from '../../shared/comms/mail/mail-route.store';
import { type MailValues, previewMail } from '../../shared/comms/mail/mail.store';
import type { TemplateKey } from '../../shared/comms/template-key';
import { toInstantOrNull } from '../../shared/kernel/clock';
import type { MailOutcome, MailPreview } from './mail-preview.dto';

export interface PreviewedMail {
  kind: TemplateKey;
  recipients: number;
  /** Values that are the same for every recipient; the others are samples. */
  values: MailValues;
  /** The page that the email leads to. */
  path: string;
  lastSentAt: Date | null;
  /** Identifies the deliveries to count; null counts none. */
  lastTriggerId: string | null;
}

/** Returns what the console shows about an email before it is sent, and after. */
export async function mailPreview(mail: PreviewedMail): Promise<MailPreview> {
  const { kind, recipients, values, path, lastSentAt, lastTriggerId } = mail;
  const [route, last, content] = await Promise.all([
    findMailRoute(),
    lastTriggerId === null ? null : mailOutcomes([lastTriggerId]),
    previewMail(kind, values, path),
  ]);
  const { subject, text } = content;
  return {
    recipients,
    isMailConfigured: route !== null,
    lastSentAt: toInstantOrNull(lastSentAt),
    last: last && lastTriggerId !== null ? last(lastTriggerId) : null,
    subject,
    text,
  };
}

/** Returns what has become of the emails of each of these mailings; one query. */
export async function mailOutcomes(triggerIds: readonly string[]): Promise<(triggerId: string) => MailOutcome> {
  const countsOf = await deliveryCounts(triggerIds);
  return (triggerId) => {
    const { Sent, Failed, Skipped, Pending } = countsOf(triggerId);
    return { sent: Sent, failed: Failed, skipped: Skipped, pending: Pending };
  };
}

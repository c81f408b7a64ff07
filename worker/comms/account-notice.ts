import { MailFailure } from '../../shared/comms/mail/mail-failure';
import { findMailRoute } from '../../shared/comms/mail/mail-route.store';
import { type MailRecipient, type Mailing, type MailValues, prepareMailing } from '../../shared/comms/mail/mail.store';
import type { TemplateKey } from '../../shared/comms/template-key';

/** One email about an account that goes with a notification. */
export interface AccountNotice {
  key: TemplateKey;
  recipient: MailRecipient;
  values: (address: Mailing['address']) => MailValues;
  /** The same for each run. */
  messageKey: string;
}

/**
 * Emails about an account, and returns whether the mail server took it; false without a mail server, too. Throws MailFailure while
 * the server is out of reach.
 */
export async function mailNotice({ key, recipient, values, messageKey }: AccountNotice): Promise<boolean> {
  if ((await findMailRoute()) === null) return false;
  const mailing = await prepareMailing(key);
  try {
    await mailing.send(recipient, values(mailing.address), messageKey);
    return true;
  } catch (error) {
    if (error instanceof MailFailure && error.kind === 'refused') return false;
    throw error;
  }
}

import { MailFailure } from '../../shared/comms/mail/mail-failure';
import { conflict } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';

/** Sends one email. An address that the mail server refuses permanently is CONFLICT; other failures are thrown and retried. */
export async function refusalAsConflict<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof MailFailure && error.kind === 'refused')
      throw conflict(refusal('MAIL_IS_REFUSED', { reply: error.reply }));
    throw error;
  }
}

import { MailFailure } from '../../shared/comms/mail/mail-failure';
import { conflict } from '../../shared/kernel/errors';
import { sentence } from '../../shared/kernel/refusals/sentence';

/** Sends one email. An address that the mail server refuses permanently is CONFLICT; other failures are thrown and retried. */
export async function refusalAsConflict<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof MailFailure && error.kind === 'refused')
      throw conflict(sentence`The mail server refuses the email: ${error.reply}`);
    throw error;
  }
}

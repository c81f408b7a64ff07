import { MailFailure } from '../../shared/comms/mail/mail-failure';
import { conflict } from '../../shared/kernel/errors';
import { sentence } from '../../shared/kernel/refusals/sentence';

/** Sends one mail; an address that the mail server never takes is a CONFLICT for whoever asked, all else is tried again. */
export async function refusalAsAnswer<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof MailFailure && error.kind === 'refused')
      throw conflict(sentence`The mail server refuses the email: ${error.reply}`);
    throw error;
  }
}

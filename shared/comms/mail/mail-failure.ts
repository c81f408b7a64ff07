/** Why a mail server did not accept an email. */
export type MailFailureKind =
  /** Permanent (5xx): the address is refused. */
  | 'refused'
  /** Temporary (4xx) and about this email alone. */
  | 'temporary'
  /** The server cannot be reached, hangs, closes or refuses the client: no email gets through at present. */
  | 'unavailable';

/** An email that was not sent. `message` is logged, so it omits the server's reply, which may contain a person's address. */
export class MailFailure extends Error {
  constructor(
    readonly kind: MailFailureKind,
    /** The server's reply or the network error; shown to administrators. */
    readonly reply: string,
  ) {
    super(`The mail was not sent: ${kind}.`);
    this.name = 'MailFailure';
  }
}

const MAX_REPLY_LENGTH = 300;
/** The SMTP commands whose reply is about one email; replies to all others are about the connection. */
const ABOUT_THE_MAIL = /^(RCPT TO|DATA|MAIL FROM|API)/;
/** "Service not available, closing": about the server, whichever command it answers. */
const CLOSING = 421;

/** Converts an error of the SMTP client. */
export function toMailFailure(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  const { response, responseCode, command, message } = (error ?? {}) as Record<string, unknown>;
  const reply = oneLine(typeof response === 'string' ? response : String(message)).slice(0, MAX_REPLY_LENGTH);
  const code = typeof responseCode === 'number' ? responseCode : null;
  if (typeof command !== 'string' || !ABOUT_THE_MAIL.test(command) || code === CLOSING || code === null)
    return new MailFailure('unavailable', reply);
  return new MailFailure(code >= 500 ? 'refused' : 'temporary', reply);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

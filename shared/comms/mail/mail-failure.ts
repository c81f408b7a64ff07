/** What a mail server did with a mail that it did not take. */
export type MailFailureKind =
  /** It never takes it (5xx): the address is refused. */
  | 'refused'
  /** It takes it later (4xx about this mail). */
  | 'temporary'
  /** It cannot be reached, hangs, closes, or refuses us: no mail goes through at present. */
  | 'unavailable';

/** A mail that was not sent. The server's own words stay out of `message`, which is logged: they may name a person. */
export class MailFailure extends Error {
  constructor(
    readonly kind: MailFailureKind,
    /** What the server said, or what went wrong on the way to it; for administrators. */
    readonly reply: string,
  ) {
    super(`The mail was not sent: ${kind}.`);
    this.name = 'MailFailure';
  }
}

const MAX_REPLY_LENGTH = 300;
/** The commands whose answer is about the one mail; all others are about the connection. */
const ABOUT_THE_MAIL = /^(RCPT TO|DATA|MAIL FROM|API)/;
/** "Service not available, closing": said in answer to any command, it is about the server. */
const CLOSING = 421;

/** Reads an error of the SMTP client. */
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

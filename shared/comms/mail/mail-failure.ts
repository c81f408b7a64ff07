import type { SmtpServer } from './smtp-server';

/**
 * Why a mail server did not accept an email. `refused` is permanent (5xx) and about the address, `temporary` (4xx) about this email alone;
 * `unavailable`: the server cannot be reached, hangs, closes or refuses the client, so no email gets through at present.
 */
export const MAIL_FAILURE_KINDS = ['refused', 'temporary', 'unavailable'] as const;
export type MailFailureKind = (typeof MAIL_FAILURE_KINDS)[number];

type FailedServer = Pick<SmtpServer, 'host' | 'port'>;

/** An email that was not sent. `message` is logged, so it omits the server's reply, which may contain a person's address. */
export class MailFailure extends Error {
  constructor(
    readonly kind: MailFailureKind,
    /** The server's reply or the network error; shown to administrators. */
    readonly reply: string,
    { host, port }: FailedServer,
    /** The code of the network error or of the reply, such as ECONNREFUSED or 550. */
    code?: string,
  ) {
    super(`The mail was not sent by ${host}:${port}: ${kind}${code === undefined ? '' : ` (${code})`}.`);
    this.name = 'MailFailure';
  }
}

const MAX_REPLY_LENGTH = 300;
/** The SMTP commands whose reply is about one email; replies to all others are about the connection. */
const ABOUT_THE_MAIL = /^(RCPT TO|DATA|MAIL FROM|API)/;
/** "Service not available, closing": about the server, whichever command it answers. */
const CLOSING = 421;

/** Converts an error of the SMTP client of a server. */
export function toMailFailure(error: unknown, server: FailedServer): MailFailure {
  if (error instanceof MailFailure) return error;
  const { response, responseCode, command, message, code: name } = (error ?? {}) as Record<string, unknown>;
  const reply = oneLine(typeof response === 'string' ? response : String(message)).slice(0, MAX_REPLY_LENGTH);
  const code = typeof responseCode === 'number' ? responseCode : null;
  if (typeof command !== 'string' || !ABOUT_THE_MAIL.test(command) || code === CLOSING || code === null)
    return new MailFailure('unavailable', reply, server, code === null ? networkCode(message, name) : `${code}`);
  return new MailFailure(code >= 500 ? 'refused' : 'temporary', reply, server, `${code}`);
}

/** The code of the system, such as ECONNREFUSED, which the client only has in its message, otherwise the client's own. */
function networkCode(message: unknown, name: unknown): string | undefined {
  const inMessage = typeof message === 'string' ? /\bE[A-Z]{4,}\b/.exec(message)?.[0] : undefined;
  return inMessage ?? (typeof name === 'string' ? name : undefined);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

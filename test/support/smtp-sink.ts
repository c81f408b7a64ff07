import { EventEmitter } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerError } from 'smtp-server';
import { readMail, type ReceivedMail } from './read-mail';

/** A mail as it came in, with the envelope that it came in. */
export interface SinkMail extends ReceivedMail {
  from: string;
  to: string[];
}

/** What the sink answers with instead of taking a mail. */
export interface SinkBehavior {
  /** The answer to a recipient; null takes it. */
  recipient?: (address: string) => number | null;
  /** The answer after the mail is read; null takes it, `hang` says nothing, `close` ends the connection instead. */
  data?: (address: string) => number | 'hang' | 'close' | null;
  /** Who may sign in; without it no one has to. */
  login?: { user: string; password: string };
}

export interface SmtpSink {
  port: number;
  url: string;
  /** Mails that were taken. */
  mails: SinkMail[];
  /** Emits `mail` when one was taken. */
  arrivals: EventEmitter;
  /** Every attempt that reached the end of a mail, taken or not: its Message-ID. */
  attempts: string[];
  /** User names that signed in. */
  logins: string[];
  behavior: SinkBehavior;
  /** Ends all connections and forgets what came in. */
  close(): Promise<void>;
}

/** A real SMTP server on a free port of this machine, without TLS. */
export async function startSmtpSink(behavior: SinkBehavior = {}, port = 0): Promise<SmtpSink> {
  const sink: Pick<SmtpSink, 'mails' | 'arrivals' | 'attempts' | 'logins' | 'behavior'> = {
    mails: [],
    arrivals: new EventEmitter(),
    attempts: [],
    logins: [],
    behavior,
  };
  const server = new SMTPServer({
    authOptional: behavior.login === undefined,
    disabledCommands: behavior.login === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      const { login } = sink.behavior;
      if (!login || username !== login.user || password !== login.password)
        return done(answer(535, 'Wrong credentials'));
      sink.logins.push(username);
      done(null, { user: username });
    },
    onRcptTo({ address }, _session, done) {
      const code = sink.behavior.recipient?.(address) ?? null;
      done(code === null ? null : answer(code, `${address} is not taken`));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const mail = readMail(Buffer.concat(chunks).toString('utf8'));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
        sink.attempts.push(mail.headers.get('message-id') ?? '');
        const what = sink.behavior.data?.(to[0] ?? '') ?? null;
        if (what === 'hang') return;
        if (what === 'close') return closeConnectionOf(session.id);
        if (what !== null) return done(answer(what, 'not now'));
        sink.mails.push({ ...mail, from, to });
        done(null);
        sink.arrivals.emit('mail');
      });
    },
  });
  const closeConnectionOf = (id: string): void => {
    for (const connection of server.connections as Set<{ id: string; close(): void }>)
      if (connection.id === id) connection.close();
  };
  server.on('error', () => {}); // a client that goes away is what some tests are about
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const taken = (server.server.address() as AddressInfo).port;
  return Object.assign(sink, {
    port: taken,
    url: `smtp://127.0.0.1:${taken}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

function answer(responseCode: number, message: string): SMTPServerError {
  return Object.assign(new Error(message), { responseCode });
}

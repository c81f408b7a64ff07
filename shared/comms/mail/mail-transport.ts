import { isIP } from 'node:net';
import { createTransport, type SMTPPoolSentMessageInfo, type SMTPPoolOptions, type Transporter } from 'nodemailer';
import { publicAddressOf } from '../../infra/public-address';
import { config } from '../../kernel/config';
import { MailFailure } from './mail-failure';
import type { SmtpServer } from './smtp-server';

export type MailTransport = Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>;

/** Mails that one pool carries at the same time, each over a connection of its own. */
export const POOL_CONNECTIONS = 5;
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const MAX_POOLS = 20;
/** Idle connections end before servers tire of them. */
const IDLE_MS = 20_000;

const pools = new Map<string, Promise<MailTransport>>();

/**
 * The pool of connections to a mail server; `revision` names the settings that it comes from, so that changed settings get
 * a new one. Throws MailFailure when a guarded host is not public.
 */
export function transportTo(server: SmtpServer, revision: string): Promise<MailTransport> {
  const pooled = pools.get(revision);
  pools.delete(revision);
  const pool = pooled ?? openPool(server);
  pools.set(revision, pool); // the last one in a Map's order is the one used last
  pool.catch(() => pools.delete(revision));
  const [oldest] = pools;
  if (pools.size > MAX_POOLS && oldest) {
    pools.delete(oldest[0]);
    closePool(oldest[1]);
  }
  return pool;
}

/** Ends all connections to mail servers, when the process stops. */
export function closeMailTransports(): void {
  for (const pool of pools.values()) closePool(pool);
  pools.clear();
}

function closePool(pool: Promise<MailTransport>): void {
  pool.then(
    (transport) => transport.close(),
    () => {},
  );
}

async function openPool(server: SmtpServer): Promise<MailTransport> {
  const { host, port, secure, user, password } = server;
  const target = server.isGuarded ? await publicAddressOf(host) : host;
  if (target === null) throw new MailFailure('unavailable', `${host} has no public address.`);
  return createTransport({
    pool: true,
    host: target,
    port,
    secure,
    // A password never travels in plain, except to this machine itself.
    requireTLS: !secure && user !== null && !isLoopback(target),
    tls: { minVersion: 'TLSv1.2', ...(isIP(host) ? {} : { servername: host }) },
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    name: new URL(config().BASE_URL).hostname,
    maxConnections: POOL_CONNECTIONS,
    // What ended in the middle may have been taken: the caller's ledger decides whether it goes again.
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    idleTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

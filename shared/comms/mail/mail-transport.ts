import { isIP } from 'node:net';
import { createTransport, type SMTPPoolSentMessageInfo, type SMTPPoolOptions, type Transporter } from 'nodemailer';
import { publicAddressOf } from '../../infra/public-address';
import { config } from '../../kernel/config';
import { MailFailure } from './mail-failure';
import type { SmtpServer } from './smtp-server';

export type MailTransport = Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>;

/** Connections of one pool; each sends one email at a time. */
export const POOL_CONNECTIONS = 5;
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const MAX_POOLS = 20;
/** Idle connections are closed before the server closes them. */
const IDLE_MS = 20_000;

/** The open pools by what they connect with, the password included: changed settings get a new pool. */
const pools = new Map<string, Promise<MailTransport>>();

/** Returns the connection pool of a mail server; throws MailFailure when a guarded host is not public. */
export function transportTo(server: SmtpServer): Promise<MailTransport> {
  const key = JSON.stringify(server);
  const pooled = pools.get(key);
  pools.delete(key);
  const pool = pooled ?? openPool(server);
  pools.set(key, pool); // a Map keeps insertion order: the pool used last comes last
  pool.catch(() => pools.delete(key));
  const [oldest] = pools;
  if (pools.size > MAX_POOLS && oldest) {
    pools.delete(oldest[0]);
    closePool(oldest[1]);
  }
  return pool;
}

/** Closes all connections to mail servers, when the process stops. */
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
  if (target === null) throw new MailFailure('unavailable', `${host} has no public address.`, server);
  return createTransport({
    pool: true,
    host: target,
    port,
    secure,
    // A password is never sent unencrypted, except to this machine.
    requireTLS: !secure && user !== null && !isLoopback(target),
    tls: { minVersion: 'TLSv1.2', ...(isIP(host) ? {} : { servername: host }) },
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    name: new URL(config().BASE_URL).hostname,
    maxConnections: POOL_CONNECTIONS,
    // An interrupted email may have been accepted: the caller's ledger decides whether it is sent again.
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

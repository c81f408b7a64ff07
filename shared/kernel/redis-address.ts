export interface RedisServer {
  host: string;
  port: number;
}

/** What `REDIS_URL` says: one server, the members of a cluster, or the Sentinels of a master. */
export interface RedisAddress {
  servers: readonly [RedisServer, ...RedisServer[]];
  isCluster: boolean;
  /** The name that the Sentinels know the master by; null without them. */
  sentinel: string | null;
  isEncrypted: boolean;
  user: string | null;
  password: string | null;
  database: number;
}

const DEFAULT_PORT = { server: 6_379, sentinel: 26_379 };
const ADDRESS = /^(rediss?):\/\/(?:([^/?@]*)@)?([^/?@]+)(?:\/(\d*))?(?:\?(.*))?$/;
/** An IPv6 address is in brackets. */
const SERVER = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i;
const MAX_PORT = 65_535;

/**
 * Reads an address such as `redis://user:password@host:6379`, `rediss://a:6379,b:6379?cluster=true` or
 * `redis://a:26379,b:26379?sentinel=main`; null when it is none.
 */
export function readRedisAddress(text: string): RedisAddress | null {
  const [, scheme, account, list = '', database = '', query = ''] = ADDRESS.exec(text) ?? [];
  if (scheme === undefined) return null;
  const asked = new URLSearchParams(query);
  const sentinel = asked.get('sentinel');
  const isCluster = asked.get('cluster') === 'true';
  const known = [...asked.keys()].every((name) => name === 'sentinel' || name === 'cluster');
  const port = sentinel === null ? DEFAULT_PORT.server : DEFAULT_PORT.sentinel;
  const [first, ...others] = list.split(',').map((part) => readServer(part, port));
  const servers = others.flatMap((server) => server ?? []);
  const isOne = others.length === 0;
  if (!first || servers.length < others.length || !known || sentinel === '') return null;
  if ((isCluster && (sentinel !== null || Number(database) > 0)) || (!isOne && !isCluster && sentinel === null))
    return null;
  const credentials = readAccount(account);
  return (
    credentials && {
      servers: [first, ...servers],
      isCluster,
      sentinel,
      isEncrypted: scheme === 'rediss',
      ...credentials,
      database: Number(database),
    }
  );
}

function readServer(text: string, defaultPort: number): RedisServer | null {
  const [, host, port] = SERVER.exec(text) ?? [];
  if (host === undefined || Number(port ?? 0) > MAX_PORT) return null;
  return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? defaultPort : Number(port) };
}

function readAccount(text: string | undefined): { user: string | null; password: string | null } | null {
  if (text === undefined) return { user: null, password: null };
  const at = text.indexOf(':');
  try {
    const [user, password] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
    return { user: decodeURIComponent(user) || null, password: decodeURIComponent(password) || null };
  } catch {
    return null; // a percent sign that is none of an escape
  }
}

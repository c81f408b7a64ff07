import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type HostileSettings, parseHostile } from './hostility';

/** What the program was started with: the flags of `mongod` that mean something here. */
export interface MongodArguments {
  readonly port: number;
  readonly host: string;
  readonly dbPath: string;
  readonly replicaSet: string | undefined;
  /** False with --ephemeral, a flag of this program alone: data that need not survive a crash. */
  readonly durable: boolean;
  readonly transactionLifetime: number | undefined;
  /** With --hostile or DOCUMENTDB_HOSTILE, flags of this program alone: it is to fail and to surprise. */
  readonly hostile: HostileSettings | undefined;
}

/** Reads the arguments as `mongod` takes them; other flags of `mongod` are accepted and have no effect. */
export function parseMongodArguments(argv: readonly string[]): MongodArguments {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      bind_ip: { type: 'string' },
      dbpath: { type: 'string' },
      replSet: { type: 'string' },
      setParameter: { type: 'string', multiple: true },
      ephemeral: { type: 'boolean' },
      hostile: { type: 'string' },
    },
  });
  const lifetime = /^transactionLifetimeLimitSeconds=(\d+)$/;
  const parameters = Array.isArray(values.setParameter) ? values.setParameter : [];
  const seconds = parameters
    .map((parameter) => lifetime.exec(String(parameter))?.[1])
    .find((match) => match !== undefined);
  return {
    port: typeof values.port === 'string' ? Number(values.port) : 27017,
    host: typeof values.bind_ip === 'string' ? (values.bind_ip.split(',')[0] ?? '127.0.0.1') : '127.0.0.1',
    dbPath: resolve(typeof values.dbpath === 'string' ? values.dbpath : '/data/db'),
    replicaSet: typeof values.replSet === 'string' ? values.replSet.split('/')[0] : undefined,
    durable: values.ephemeral !== true,
    transactionLifetime: seconds === undefined ? undefined : Number(seconds),
    hostile: parseHostile(typeof values.hostile === 'string' ? values.hostile : process.env.DOCUMENTDB_HOSTILE),
  };
}

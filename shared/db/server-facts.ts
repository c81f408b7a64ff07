import type { Connection } from 'mongoose';
import { StartProblem } from '../kernel/start-problem';

/** The properties of the database server that decide whether the service can use it. */
export interface ServerFacts {
  version: string;
  /** The name of the replica set; null for a standalone server and for a mongos. */
  replicaSet: string | null;
  /** Whether the server is a mongos of a sharded cluster. */
  isSharded: boolean;
}

const MIN_MAJOR_VERSION = 7;

async function readServerFacts(connection: Connection): Promise<ServerFacts> {
  if (!connection.db) throw new Error('The database is not connected.');
  const admin = connection.db.admin();
  const [hello, build] = await Promise.all([admin.command({ hello: 1 }), admin.command({ buildInfo: 1 })]);
  return {
    version: String(build.version),
    replicaSet: typeof hello.setName === 'string' ? hello.setName : null,
    isSharded: hello.msg === 'isdbgrid',
  };
}

/** Returns why the service cannot use the server and what to do about it; null when it can. */
export function serverProblem({ version, replicaSet, isSharded }: ServerFacts): string | null {
  if (!(Number.parseInt(version, 10) >= MIN_MAJOR_VERSION))
    return `MongoDB ${version} is too old: upgrade the server to ${MIN_MAJOR_VERSION}.0 or newer, or set MONGO_URL to one that is.`;
  if (replicaSet === null && !isSharded)
    return 'The MongoDB server is standalone and has no transactions: start mongod with --replSet and run rs.initiate() once, or set MONGO_URL to a replica set.';
  return null;
}

/** Reads the properties of a connection's server; throws an explanation when the service cannot use it. */
export async function checkServer(connection: Connection): Promise<ServerFacts> {
  const read = await readServerFacts(connection);
  const problem = serverProblem(read);
  if (problem) throw new StartProblem(problem);
  return read;
}

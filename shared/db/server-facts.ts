import type { Connection } from 'mongoose';

/** What the service needs to know of the database server. */
export interface ServerFacts {
  version: string;
  /** The name of its replica set; null for a standalone server and for a mongos. */
  replicaSet: string | null;
  /** Whether a mongos of a sharded cluster answers. */
  isSharded: boolean;
}

const MIN_MAJOR_VERSION = 7;

/** Asks the server. */
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

/** Why the service cannot use the server, and what to do about it; null when it can. */
export function serverProblem({ version, replicaSet, isSharded }: ServerFacts): string | null {
  if (!(Number.parseInt(version, 10) >= MIN_MAJOR_VERSION))
    return `MongoDB ${version} is too old: upgrade the server to ${MIN_MAJOR_VERSION}.0 or newer, or set MONGO_URL to one that is.`;
  if (replicaSet === null && !isSharded)
    return 'The MongoDB server is standalone and has no transactions: start mongod with --replSet and run rs.initiate() once, or set MONGO_URL to a replica set.';
  return null;
}

/** The facts of the server of a connection; throws with a sentence when the service cannot use it. */
export async function checkServer(connection: Connection): Promise<ServerFacts> {
  const read = await readServerFacts(connection);
  const problem = serverProblem(read);
  if (problem) throw new Error(problem);
  return read;
}

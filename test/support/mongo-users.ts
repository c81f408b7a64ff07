import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { MongoMemoryReplSet } from 'mongodb-memory-server';
import mongoose from 'mongoose';
import { chooseMongo } from '../../dev/mongo-binary';
import { PROCESSES, type Process } from '../../dev/rights/database-rights';

/** A MongoDB at which each process signs in as its user. */
export interface MongoWithUsers {
  urlOf(user: Process): string;
  stop(): Promise<void>;
}

const REPLICA_SET = 'rs0';
const ROOT = { customRootName: 'root', customRootPwd: 'root' };

/**
 * Starts MongoDB with the roles and users that deploy/mongo/users.js makes for a database; null where the tests run on the embedded
 * engine, which has no users, and where no `mongod` can be started here.
 */
export async function startMongoWithUsers(
  name: string,
  passwords: Readonly<Record<string, string>>,
): Promise<MongoWithUsers | null> {
  if (process.env.TESTS_ON_MONGOD !== '1') return null;
  const { engine, path } = await chooseMongo(() => undefined);
  if (engine !== 'mongod') return null;
  const server = await MongoMemoryReplSet.create({
    binary: { systemBinary: path },
    replSet: {
      name: REPLICA_SET,
      storageEngine: 'wiredTiger',
      auth: { enable: true, ...ROOT },
      args: ['--wiredTigerCacheSizeGB', '0.25'],
    },
  });
  const { port } = new URL(server.getUri());
  const urlOf = (user: string, password: string | undefined, database: string): string =>
    `mongodb://${user}:${password}@127.0.0.1:${port}/${database}?replicaSet=${REPLICA_SET}`;
  const root = await mongoose.createConnection(urlOf(ROOT.customRootName, ROOT.customRootPwd, 'admin')).asPromise();
  for (const command of commandsOf(name, passwords)) await root.useDb(name).db?.command(command);
  await root.close();
  return {
    urlOf: (user) => urlOf(user, passwords[user], name),
    stop: async () => void (await server.stop()),
  };
}

/** The commands by which mongosh would run the script of operators. */
function commandsOf(name: string, passwords: Readonly<Record<string, string>>): Record<string, unknown>[] {
  const commands: Record<string, unknown>[] = [];
  const database = {
    getRole: () => null,
    getUser: () => null,
    createRole: ({ role, ...rest }: { role: string }) => void commands.push({ createRole: role, ...rest }),
    createUser: ({ user, ...rest }: { user: string }) => void commands.push({ createUser: user, ...rest }),
  };
  const env = Object.fromEntries(
    PROCESSES.map((user) => [`${user.toUpperCase().replace('-', '_')}_PASSWORD`, passwords[user]]),
  );
  runInNewContext(readFileSync('deploy/mongo/users.js', 'utf8'), {
    db: { getSiblingDB: () => database },
    process: { env: { ...env, MONGO_PASSWORD: passwords.default, MONGO_DATABASE: name } },
  });
  return commands;
}

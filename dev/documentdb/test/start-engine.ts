import { resolve } from 'node:path';
import { MongoMemoryReplSet } from 'mongodb-memory-server';
import { ensureDocumentDbRoot } from '../install';

const PROGRAM = resolve(__dirname, '../mongod');

/** An engine that runs for tests, with temporary data. */
export interface RunningEngine {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts this engine, or with `program` a mongod, as a replica set of one member on a free port. */
export async function startEngine(program = PROGRAM): Promise<RunningEngine> {
  const isThis = program === PROGRAM;
  if (isThis) await ensureDocumentDbRoot({ log: console.log });
  process.env.MONGOMS_SYSTEM_BINARY_VERSION_CHECK = 'false';
  const set = await MongoMemoryReplSet.create({
    binary: { systemBinary: program },
    instanceOpts: [{ launchTimeout: 60_000 }],
    replSet: { name: 'rs0', args: isThis ? ['--ephemeral'] : ['--setParameter', 'enableTestCommands=1'] },
  });
  const { port } = new URL(set.getUri());
  return {
    url: `mongodb://127.0.0.1:${port}/?replicaSet=rs0`,
    stop: async () => void (await set.stop()),
  };
}

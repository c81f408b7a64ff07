import { parseMongodArguments, type MongodArguments } from './arguments';
import { startCluster } from './cluster';
import { Cursors } from './cursors';
import { Gateway } from './gateway';
import { Hostility } from './hostility';
import { ensureDocumentDbRoot } from './install';
import { storeFailure } from './last-failure';
import { Postgres } from './postgres';
import { documentDbRoot } from './root';
import { ServerStatus } from './server-status';

/** Starts PostgreSQL and the gateway, and ends both with the signals that end `mongod`. */
async function run({
  host,
  port,
  dbPath,
  replicaSet,
  durable,
  transactionLifetime,
  hostile,
}: MongodArguments): Promise<void> {
  await ensureDocumentDbRoot({ log: console.log });
  const cluster = await startCluster({ root: documentDbRoot(), dbPath, durable });
  const postgres = new Postgres(cluster.socketDirectory);
  const cursors = new Cursors(postgres);

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void (async () => {
      await gateway.close();
      cursors.close();
      await postgres.end();
      await cluster.stop();
      process.exit(0);
    })().catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  };
  const announcePrimary = () => console.log('transition to primary complete; database writes are now permitted');
  const status = new ServerStatus(`${host}:${port}`, replicaSet, stop, announcePrimary, dbPath);
  if (transactionLifetime !== undefined) status.transactionLifetime = transactionLifetime;
  const gateway = new Gateway({ postgres, cursors, status, hostility: new Hostility(hostile, status) });
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  void cluster.ended.then(() => {
    if (stopping) return;
    console.error('PostgreSQL has ended unexpectedly');
    process.exit(1);
  });
  try {
    await gateway.listen(host, port);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  console.log(`waiting for connections on ${host}:${port}`);
  if (replicaSet !== undefined) announcePrimary();
}

const given = parseMongodArguments(process.argv.slice(2));
run(given).catch((error: unknown) => {
  const sentence = error instanceof Error ? error.message : String(error);
  console.error(sentence);
  storeFailure(given.dbPath, sentence);
  process.exit(1);
});

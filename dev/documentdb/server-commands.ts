import { cpus, totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Document, Double, ObjectId } from 'bson';
import { type Command, type CommandHandler, type Execution, type Reply } from './command';
import { CommandError } from './errors';
import { MAX_WIRE_VERSION, SERVER_VERSION, type ServerStatus } from './server-status';
import { MAX_BSON_OBJECT_SIZE, MAX_MESSAGE_SIZE, MAX_WRITE_BATCH_SIZE } from './wire';

/** Minutes after which an unused session is forgotten, as drivers are told. */
const SESSION_MINUTES = 30;

/** Sorts after every older election of this one-member set, which is why a restarted gateway is accepted as the new primary. */
const electionId = new ObjectId();

/** Waits as long as a driver's monitor asks for news of the state that it knows: there never are any. */
async function untilNews(command: Command): Promise<void> {
  if (command.body.document('topologyVersion'))
    await delay(command.body.number('maxAwaitTimeMS') ?? 0, undefined, { ref: false });
}

/** The reply to `hello`; a member of a replica set lets drivers use sessions, transactions and retryable writes. */
async function hello(command: Command, { status }: { status: ServerStatus }): Promise<Document> {
  await untilNews(command);
  const { address, replicaSet } = status;
  return {
    ...(command.name === 'hello' ? {} : { ismaster: true }),
    isWritablePrimary: true,
    helloOk: true,
    ...(replicaSet === undefined
      ? {}
      : {
          setName: replicaSet,
          setVersion: 1,
          secondary: false,
          hosts: [address],
          primary: address,
          me: address,
          electionId,
          lastWrite: { lastWriteDate: new Date(), majorityWriteDate: new Date() }, // the only member has every write
        }),
    topologyVersion: status.topologyVersion,
    maxBsonObjectSize: MAX_BSON_OBJECT_SIZE,
    maxMessageSizeBytes: MAX_MESSAGE_SIZE,
    maxWriteBatchSize: MAX_WRITE_BATCH_SIZE,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: SESSION_MINUTES,
    connectionId: command.connection,
    minWireVersion: 0,
    maxWireVersion: MAX_WIRE_VERSION,
    readOnly: false,
    ok: 1,
  };
}

function buildInfo(): Document {
  return {
    version: SERVER_VERSION,
    versionArray: [...SERVER_VERSION.split('.').map(Number), 0],
    gitVersion: '',
    modules: [],
    storageEngines: ['documentdb'],
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_BSON_OBJECT_SIZE,
    ok: 1,
  };
}

function serverStatus({ status, cursors }: Execution): Document {
  const uptime = (Date.now() - status.startedAt) / 1000;
  return {
    host: status.address,
    version: SERVER_VERSION,
    process: 'mongod',
    pid: status.processId,
    uptime,
    uptimeMillis: Math.round(uptime * 1000),
    localTime: new Date(),
    connections: { current: status.connections, available: 50_000, totalCreated: status.connectionsCreated },
    metrics: { cursor: { open: { total: cursors.size } } },
    transactions: { currentOpen: status.openTransactions() },
    storageEngine: { name: 'documentdb', supportsCommittedReads: true, persistent: true },
    ok: 1,
  };
}

function hostInfo({ status }: Execution): Document {
  const system = {
    currentTime: new Date(),
    hostname: status.hostName,
    cpuAddrSize: 64,
    memSizeMB: Math.round(totalmem() / 2 ** 20),
    numCores: cpus().length,
  };
  return { system, os: { type: process.platform, name: 'Linux', version: '' }, extra: {}, ok: 1 };
}

function setParameter(command: Command, { status }: Execution): Reply {
  const lifetime = command.body.number('transactionLifetimeLimitSeconds');
  if (lifetime === undefined || lifetime < 1)
    throw new CommandError(72, 'only transactionLifetimeLimitSeconds (at least 1) can be set');
  const was = status.transactionLifetime;
  status.transactionLifetime = lifetime;
  return { was, ok: 1 };
}

function getParameter(command: Command, { status }: Execution): Reply {
  const parameters = {
    featureCompatibilityVersion: { version: SERVER_VERSION.slice(0, 3) },
    transactionLifetimeLimitSeconds: status.transactionLifetime,
  };
  const all = command.body.string('getParameter') === '*';
  const asked = Object.entries(parameters).filter(([name]) => all || command.body.has(name));
  if (asked.length === 0) throw new CommandError(72, 'no option found to get');
  return { ...Object.fromEntries(asked), ok: 1 };
}

/** Needs the program to have been started with --replSet. */
function replicaSetName(status: ServerStatus): string {
  if (status.replicaSet === undefined) throw new CommandError(76, 'not running with --replSet');
  return status.replicaSet;
}

function replicaSetConfig(status: ServerStatus): Document {
  return {
    _id: replicaSetName(status),
    version: 1,
    term: 1,
    members: [{ _id: 0, host: status.address, priority: 1, votes: 1 }],
    settings: {},
  };
}

/** The set is initiated from the start, with this member alone: initiating it again has no effect. */
function replSetInitiate(command: Command, { status }: Execution): Reply {
  const name = replicaSetName(status);
  const asked = command.body.document('replSetInitiate')?.string('_id');
  if (asked !== undefined && asked !== name)
    throw new CommandError(93, `the set is named '${name}' by --replSet, not '${asked}'`);
  status.announcePrimary();
  return { ok: 1 };
}

function replSetGetStatus({ status }: Execution): Document {
  const member = { _id: 0, name: status.address, health: 1, state: 1, stateStr: 'PRIMARY', uptime: 1, self: true };
  return { set: replicaSetName(status), date: new Date(), myState: 1, term: 1, members: [member], ok: 1 };
}

/** Tells that nothing is profiled, and can start nothing: there is no profiler. */
function profile(command: Command): Reply {
  if ((command.body.number('profile') ?? 0) > 0) throw new CommandError(115, 'the embedded database has no profiler');
  return { was: 0, slowms: 100, sampleRate: new Double(1), ok: 1 };
}

function shutdown({ status }: Execution): Document {
  setImmediate(status.shutdown);
  return { ok: 1 };
}

const ok: CommandHandler = { run: () => ({ ok: 1 }) };
const connectionStatus = { authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] }, ok: 1 };

/** The commands about the server itself and its replica set of one member. */
export const serverCommands: Readonly<Record<string, CommandHandler>> = {
  hello: { run: hello },
  isMaster: { run: hello },
  ismaster: { run: hello },
  ping: ok,
  buildInfo: { run: buildInfo },
  buildinfo: { run: buildInfo },
  serverStatus: { run: (_command, execution) => serverStatus(execution) },
  hostInfo: { run: (_command, execution) => hostInfo(execution) },
  connectionStatus: { run: () => connectionStatus },
  getLog: { run: () => ({ totalLinesWritten: 0, log: [], ok: 1 }) },
  getCmdLineOpts: { run: () => ({ argv: process.argv, parsed: {}, ok: 1 }) },
  whatsmyuri: { run: (_command, { status }) => ({ you: status.address, ok: 1 }) },
  getParameter: { run: getParameter },
  setParameter: { run: setParameter },
  profile: { run: profile },
  replSetInitiate: { run: replSetInitiate },
  replSetReconfig: { run: (_command, { status }) => (replicaSetName(status), { ok: 1 }) },
  replSetGetConfig: { run: (_command, { status }) => ({ config: replicaSetConfig(status), ok: 1 }) },
  replSetGetStatus: { run: (_command, execution) => replSetGetStatus(execution) },
  shutdown: { run: (_command, execution) => shutdown(execution) },
};

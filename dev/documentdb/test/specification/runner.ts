import {
  type ClientSession,
  type CommandStartedEvent,
  type Db,
  type Document,
  MongoBulkWriteError,
  MongoClient,
  MongoError,
  MongoNetworkError,
  MongoServerError,
} from 'mongodb';
import { type CollectionData, type ExpectedError, type Operation, type UnifiedFile, type UnifiedTest } from './format';
import { difference, isRecord } from './match';
import { KNOWN_OPERATIONS, runnerOf } from './operations';

/** Commands that no test of the unified format expects among its events. */
const SILENT: ReadonlySet<string> = new Set(['configureFailPoint', 'endSessions', 'killSessions', 'hello', 'ping']);

/** Runs one test against the server at `url`; rejects with a sentence that says where the answer differed. */
export async function runUnifiedTest(url: string, file: UnifiedFile, test: UnifiedTest): Promise<void> {
  const admin = await new MongoClient(url).connect();
  const run = new Run(url, admin);
  try {
    await admin.db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' });
    for (const data of file.initialData ?? []) await fill(admin, data);
    for (const entity of file.createEntities ?? []) await run.create(entity);
    for (const operation of test.operations) await run.perform(operation);
    run.checkEvents(test);
    await admin.db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' });
    for (const data of test.outcome ?? []) await checkOutcome(admin, data);
  } finally {
    await admin.db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' });
    await run.close();
    await admin.close();
  }
}

/** Why a test cannot run here; undefined when it can. */
export function notForUs(file: UnifiedFile, test: UnifiedTest): string | undefined {
  const asked = [...(file.runOnRequirements ?? []), ...(test.runOnRequirements ?? [])];
  if (test.skipReason !== undefined) return test.skipReason;
  if (asked.some(({ topologies }) => topologies !== undefined && !topologies.includes('replicaset')))
    return 'another topology';
  if (asked.some(({ auth, csfle, serverless }) => auth || csfle || serverless === 'require'))
    return 'another installation';
  if (asked.some(({ maxServerVersion }) => maxServerVersion !== undefined && Number.parseFloat(maxServerVersion) < 7))
    return 'an older server';
  if (asked.some(({ minServerVersion }) => minServerVersion !== undefined && Number.parseFloat(minServerVersion) > 7))
    return 'a newer server';
  const unknown = test.operations.find(({ name }) => !KNOWN_OPERATIONS.has(name));
  return unknown && `the operation ${unknown.name}`;
}

async function fill(admin: MongoClient, { databaseName, collectionName, documents }: CollectionData): Promise<void> {
  const db = admin.db(databaseName);
  await db.collection(collectionName).drop();
  await db.createCollection(collectionName);
  if (documents.length > 0) await db.collection(collectionName).insertMany(documents);
}

async function checkOutcome(
  admin: MongoClient,
  { databaseName, collectionName, documents }: CollectionData,
): Promise<void> {
  const found = await admin.db(databaseName).collection(collectionName).find().sort({ _id: 1 }).toArray();
  const wrong = difference(documents, found, new Map(), 'outcome');
  if (wrong !== undefined) throw new Error(wrong);
}

/** The entities of one test, and the commands that its clients sent. */
class Run {
  private readonly entities = new Map<string, unknown>();
  private readonly clients: MongoClient[] = [];
  private readonly sessions: ClientSession[] = [];
  private readonly sent = new Map<string, CommandStartedEvent[]>();

  constructor(
    private readonly url: string,
    private readonly admin: MongoClient,
  ) {}

  async create(entity: Document): Promise<void> {
    if (entity.client) {
      const { id, uriOptions, ignoreCommandMonitoringEvents } = entity.client as Document;
      const client = await new MongoClient(this.url, { ...uriOptions, monitorCommands: true }).connect();
      const events: CommandStartedEvent[] = [];
      const ignored = new Set([...SILENT, ...((ignoreCommandMonitoringEvents as string[] | undefined) ?? [])]);
      client.on('commandStarted', (event) => void (ignored.has(event.commandName) || events.push(event)));
      this.clients.push(client);
      this.sent.set(String(id), events);
      this.entities.set(String(id), client);
    } else if (entity.database) {
      const { id, client, databaseName } = entity.database as Document;
      this.entities.set(String(id), (this.entities.get(String(client)) as MongoClient).db(String(databaseName)));
    } else if (entity.collection) {
      const { id, database, collectionName, collectionOptions } = entity.collection as Document;
      const db = this.entities.get(String(database)) as Db;
      this.entities.set(
        String(id),
        db.collection(String(collectionName), (collectionOptions as Document | undefined) ?? {}),
      );
    } else if (entity.session) {
      const { id, client, sessionOptions } = entity.session as Document;
      const session = (this.entities.get(String(client)) as MongoClient).startSession(
        (sessionOptions as Document | undefined) ?? {},
      );
      this.sessions.push(session);
      this.entities.set(String(id), session);
    } else throw new Error(`an entity that this runner does not know: ${Object.keys(entity).join()}`);
  }

  async perform(operation: Operation): Promise<void> {
    const { name, object, expectError, expectResult } = operation;
    const { session, ...args } = operation.arguments ?? {};
    if (name === 'failPoint') {
      await this.admin.db('admin').command(args.failPoint as Document);
      return;
    }
    const run = runnerOf(this.entities.get(object), name);
    if (!run) throw new Error(`${object} has no operation ${name}`);
    const nested = async (operations: Operation[]) => {
      for (const each of operations) await this.perform(each);
    };
    const ended = await run(args, this.entities.get(String(session)) as ClientSession | undefined, nested).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    if (operation.ignoreResultAndError) return;
    if ('error' in ended) {
      if (!expectError) throw ended.error;
      this.checkError(name, ended.error, expectError);
      // A failing operation inside withTransaction fails its callback, as the drivers' specification has it.
      return;
    }
    if (expectError) throw new Error(`${name} did not fail`);
    if (expectResult === undefined) return;
    const wrong = difference(expectResult, ended.result, this.entities, Array.isArray(expectResult) ? name : '');
    if (wrong !== undefined) throw new Error(`${name}: ${wrong}`);
  }

  checkEvents({ expectEvents }: UnifiedTest): void {
    for (const { client, events, eventType, ignoreExtraEvents } of expectEvents ?? []) {
      if (eventType !== undefined && eventType !== 'command') continue;
      const expected = events.flatMap((event) =>
        event.commandStartedEvent ? [event.commandStartedEvent as Document] : [],
      );
      const sent = this.sent.get(client) ?? [];
      const names = sent.map(({ commandName }) => commandName).join();
      if (sent.length < expected.length || (sent.length > expected.length && !ignoreExtraEvents))
        throw new Error(
          `sent ${names}, expected ${expected.map((event) => String(event.commandName ?? Object.keys(event.command as Document)[0])).join()}`,
        );
      expected.forEach((event, at) => {
        const { commandName, databaseName, command } = sent[at] as CommandStartedEvent;
        const wrong = difference(event, { commandName, databaseName, command }, this.entities);
        if (wrong !== undefined) throw new Error(`event ${at} of ${names}: ${wrong}`);
      });
    }
  }

  private checkError(name: string, error: unknown, expected: ExpectedError): void {
    if (!(error instanceof Error)) throw new Error(`${name} threw something that is no error`);
    const problems: string[] = [];
    const code = error instanceof MongoServerError || error instanceof MongoBulkWriteError ? error.code : undefined;
    const labels = error instanceof MongoError ? error.errorLabels : [];
    if (expected.errorCode !== undefined && Number(code) !== expected.errorCode) problems.push(`code ${String(code)}`);
    if (
      expected.errorContains !== undefined &&
      !error.message.toLowerCase().includes(expected.errorContains.toLowerCase())
    )
      problems.push('another message');
    for (const label of expected.errorLabelsContain ?? []) if (!labels.includes(label)) problems.push(`no ${label}`);
    for (const label of expected.errorLabelsOmit ?? []) if (labels.includes(label)) problems.push(`label ${label}`);
    const isClientError = error instanceof MongoNetworkError || !(error instanceof MongoServerError);
    if (expected.isClientError !== undefined && isClientError !== expected.isClientError) problems.push(error.name);
    if (isRecord(expected.expectResult) && error instanceof MongoBulkWriteError) {
      const wrong = difference(
        expected.expectResult,
        Object.assign({}, error.result, { insertedIds: undefined, upsertedIds: undefined }),
        this.entities,
      );
      if (wrong !== undefined) problems.push(wrong);
    }
    if (problems.length > 0)
      throw new Error(`${name} failed with ${problems.join(', ')}: ${error.message}`, { cause: error });
  }

  async close(): Promise<void> {
    for (const session of this.sessions) await session.endSession();
    for (const client of this.clients) await client.close();
  }
}

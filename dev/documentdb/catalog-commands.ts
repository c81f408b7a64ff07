import { statfs } from 'node:fs/promises';
import { BSON, type Document } from 'bson';
import { type Command, type CommandHandler, type Execution, type Reply } from './command';
import { CommandError, codeOfPackedSqlState } from './errors';
import { type Statement } from './postgres';
import { firstPage } from './read-commands';

const BSON_ARGUMENT = '$2::bytea::documentdb_core.bson';

function statement(name: string, text: string): Statement {
  return { name, text };
}

const CREATE = statement(
  'create',
  `select documentdb_api.create_collection_view($1, ${BSON_ARGUMENT})::bytea as reply`,
);
const DROP = statement('drop', 'select documentdb_api.drop_collection($1, $2) as dropped');
const DROP_DATABASE = statement('drop_database', 'select documentdb_api.drop_database($1)');
const CREATE_INDEXES = statement(
  'create_indexes',
  `select documentdb_api_internal.create_indexes_non_concurrently($1, ${BSON_ARGUMENT}, true)::bytea as reply`,
);
const CREATE_COLLECTION = statement('create_collection', 'select documentdb_api.create_collection($1, $2) as created');
const DROP_INDEXES = statement(
  'drop_indexes',
  `select documentdb_api_internal.drop_indexes_non_concurrently($1, ${BSON_ARGUMENT})::bytea as reply`,
);
const RENAME = statement('rename', 'select documentdb_api.rename_collection($1, $2, $3, $4)');
const LIST_DATABASES = statement(
  'list_databases',
  'select documentdb_api.list_databases($1::bytea::documentdb_core.bson)::bytea as reply',
);
const COLL_STATS = statement('coll_stats', 'select documentdb_api.coll_stats($1, $2, $3)::bytea as reply');
const DB_STATS = statement('db_stats', 'select documentdb_api.db_stats($1, $2)::bytea as reply');
const COLL_MOD = statement(
  'coll_mod',
  'select documentdb_api.coll_mod($1, $3, $2::bytea::documentdb_core.bson)::bytea as reply',
);
const CURRENT_OP = statement(
  'current_op',
  'select document::bytea as reply from documentdb_api.current_op_command($1::bytea::documentdb_core.bson)',
);
const VALIDATE = statement(
  'validate',
  `select document::bytea as reply from documentdb_api.validate($1, ${BSON_ARGUMENT})`,
);

interface ReplyRow {
  readonly reply: Buffer;
}

async function reply(execution: Execution, of: Statement, values: readonly unknown[]): Promise<Buffer> {
  const row = await execution.sql.queryOne<ReplyRow & Document>(of, values);
  return row.reply;
}

async function create(command: Command, execution: Execution): Promise<Reply> {
  return reply(execution, CREATE, [command.db, command.spec()]);
}

async function drop(command: Command, { sql }: Execution): Promise<Reply> {
  await sql.queryOne<{ dropped: boolean }>(DROP, [command.db, command.collection]);
  return { ns: `${command.db}.${command.collection}`, ok: 1 };
}

async function dropDatabase(command: Command, { sql }: Execution): Promise<Reply> {
  await sql.all(DROP_DATABASE, [command.db]);
  return { dropped: command.db, ok: 1 };
}

async function createIndexes(command: Command, execution: Execution): Promise<Reply> {
  // Making the collection is a statement of its own: inside the other one it would be a second connection.
  const { created } = await execution.sql.queryOne<{ created: boolean }>(CREATE_COLLECTION, [
    command.db,
    command.collection,
  ]);
  const result = unwrapShard(await reply(execution, CREATE_INDEXES, [command.db, command.spec()]));
  return { ...result, createdCollectionAutomatically: created };
}

async function dropIndexes(command: Command, execution: Execution): Promise<Reply> {
  return unwrapShard(await reply(execution, DROP_INDEXES, [command.db, command.spec()]));
}

/** Index commands answer per shard: the answer of the only shard, or its error. */
function unwrapShard(bytes: Buffer): Document {
  const result: Document = BSON.deserialize(bytes);
  const raw: unknown = result.raw;
  const shard: unknown = typeof raw === 'object' && raw !== null ? Object.values(raw)[0] : result;
  if (typeof shard !== 'object' || shard === null) return result;
  const fields = new Map<string, unknown>(Object.entries(shard));
  const code = fields.get('code');
  if (fields.get('ok') !== 1 && typeof code === 'number') {
    throw new CommandError(code > 1_000_000 ? codeOfPackedSqlState(code) : code, String(fields.get('errmsg')));
  }
  return Object.fromEntries(fields);
}

const indexPage = firstPage('list_indexes_cursor_first_page');

/** The indexes as they were asked for: what DocumentDB adds on how it stores them would look like a changed option. */
async function listIndexes(command: Command, execution: Execution): Promise<Reply> {
  const page = await indexPage.run(command, execution);
  const decoded: Document = Buffer.isBuffer(page) ? BSON.deserialize(page, { promoteLongs: false }) : page;
  const cursor: unknown = decoded.cursor;
  const indexes: unknown = isDocument(cursor) ? cursor.firstBatch : undefined;
  if (Array.isArray(indexes)) for (const index of indexes) if (isDocument(index)) delete index.storageEngine;
  return decoded;
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null;
}

async function renameCollection(command: Command, { sql }: Execution): Promise<Reply> {
  const from = splitNamespace(command.body.string('renameCollection'));
  const to = splitNamespace(command.body.string('to'));
  if (from.db !== to.db) throw new CommandError(20, 'a collection cannot be renamed into another database');
  await sql.all(RENAME, [from.db, from.collection, to.collection, command.body.flag('dropTarget') ?? false]);
  return { ok: 1 };
}

function splitNamespace(namespace: string | undefined): { db: string; collection: string } {
  const dot = namespace?.indexOf('.') ?? -1;
  if (namespace === undefined || dot < 1)
    throw new CommandError(73, `Invalid namespace specified '${namespace ?? ''}'`);
  return { db: namespace.slice(0, dot), collection: namespace.slice(dot + 1) };
}

/** With the size of the disk that holds the data, as mongod has it. */
async function dbStats(command: Command, execution: Execution): Promise<Reply> {
  const scale = command.body.number('scale') ?? 1;
  const counted = BSON.deserialize(await reply(execution, DB_STATS, [command.db, scale]));
  const { bsize, blocks, bfree } = await statfs(execution.status.dataFolder);
  const fsTotalSize = (blocks * bsize) / scale;
  return { ...counted, fsUsedSize: ((blocks - bfree) * bsize) / scale, fsTotalSize };
}

/** The commands that make, change, list and measure databases, collections and indexes. */
export const catalogCommands: Readonly<Record<string, CommandHandler>> = {
  create: { run: create, definesData: true },
  drop: { run: drop, definesData: true },
  dropDatabase: { run: dropDatabase, definesData: true },
  createIndexes: { run: createIndexes, definesData: true },
  dropIndexes: { run: dropIndexes, definesData: true },
  deleteIndexes: { run: dropIndexes, definesData: true },
  renameCollection: { run: renameCollection, definesData: true },
  collMod: {
    run: (command, execution) => reply(execution, COLL_MOD, [command.db, command.spec(), command.collection]),
    definesData: true,
  },
  listCollections: firstPage('list_collections_cursor_first_page'),
  listIndexes: { run: listIndexes },
  listDatabases: { run: (command, execution) => reply(execution, LIST_DATABASES, [command.spec()]) },
  collStats: {
    run: (command, execution) =>
      reply(execution, COLL_STATS, [command.db, command.collection, command.body.number('scale') ?? 1]),
  },
  dbStats: { run: dbStats },
  currentOp: { run: (command, execution) => reply(execution, CURRENT_OP, [command.spec()]) },
  validate: { run: (command, execution) => reply(execution, VALIDATE, [command.db, command.spec()]) },
};

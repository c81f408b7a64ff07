import { type Command, type CommandHandler, type Execution, type Reply } from './command';
import { CommandError } from './errors';
import { type Statement } from './postgres';
import { joined, RawDocument } from './raw-document';
import { serialize } from './wire';

const BSON_ARGUMENT = '$2::bytea::documentdb_core.bson';

interface PageRow {
  readonly page: Buffer;
  readonly continuation: Buffer | null;
  readonly id: string;
}

/** A command whose answer is the first batch of a cursor. */
export function firstPage(fn: string): CommandHandler {
  const statement: Statement = {
    name: fn,
    text: `select cursorpage::bytea as page, continuation::bytea as continuation, cursorid::text as id
      from documentdb_api.${fn}($1, ${BSON_ARGUMENT})`,
  };
  return {
    async run(command, { sql, cursors }) {
      const row = await sql.queryOne<PageRow & Record<string, unknown>>(statement, [command.db, command.spec()]);
      if (row.continuation) {
        const collection = command.body.string(command.name) ?? '$cmd';
        cursors.add({
          id: BigInt(row.id),
          db: command.db,
          collection,
          continuation: row.continuation,
          session: command.session,
        });
      }
      return row.page;
    },
  };
}

const GET_MORE: Statement = {
  name: 'cursor_get_more',
  text: `select cursorpage::bytea as page, continuation::bytea as continuation
    from documentdb_api.cursor_get_more($1, ${BSON_ARGUMENT}, $3::bytea::documentdb_core.bson)`,
};

async function getMore(command: Command, { sql, cursors }: Execution): Promise<Reply> {
  const id = command.body.int64('getMore');
  if (id === undefined)
    throw new CommandError(14, "BSON field 'getMore.getMore' is the wrong type, expected type 'long'");
  const cursor = cursors.use(id, command.session);
  const row = await sql.queryOne<PageRow & Record<string, unknown>>(GET_MORE, [
    command.db,
    command.spec(),
    cursor.continuation,
  ]);
  if (row.continuation) cursor.continuation = row.continuation;
  else cursors.forget(id);
  return row.page;
}

async function killCursors(command: Command, { cursors }: Execution): Promise<Reply> {
  const list = command.body.document('cursors');
  const ids = Array.from({ length: list?.size ?? 0 }, (_, index) => list?.int64(String(index)) ?? 0n);
  const killed = await cursors.kill(ids);
  const unknown = ids.filter((id) => !killed.includes(id));
  return { cursorsKilled: killed, cursorsNotFound: unknown, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
}

const DISTINCT: Statement = {
  name: 'distinct_query',
  text: `select document::bytea as reply from documentdb_api.distinct_query($1, ${BSON_ARGUMENT})`,
};

async function distinct(command: Command, { sql }: Execution): Promise<Reply> {
  const { reply } = await sql.queryOne<{ reply: Buffer }>(DISTINCT, [command.db, command.spec()]);
  return reply;
}

const COUNT: Statement = {
  name: 'count_query',
  text: `select document::bytea as reply from documentdb_api.count_query($1, ${BSON_ARGUMENT})`,
};
/** Matches every document. A count without a query would be answered from PostgreSQL's statistics, which lag behind. */
const EVERY_DOCUMENT = serialize({ query: { $and: [{}] } });

async function count(command: Command, { sql }: Execution): Promise<Reply> {
  const spec = command.spec();
  const hasQuery = (command.body.document('query')?.size ?? 0) > 0;
  const exact = hasQuery ? spec : joined(new RawDocument(spec).without(new Set(['query'])), EVERY_DOCUMENT);
  const { reply } = await sql.queryOne<{ reply: Buffer }>(COUNT, [command.db, exact]);
  return reply;
}

/** `explain` of a find or an aggregate: DocumentDB's plan is PostgreSQL's, given as text. */
async function explain(command: Command, { sql }: Execution): Promise<Reply> {
  const inner = command.body.document('explain');
  const name = inner?.firstName;
  const fn =
    name === 'find'
      ? 'bson_aggregation_find'
      : name === 'aggregate'
        ? 'bson_aggregation_pipeline'
        : name === 'count'
          ? 'bson_aggregation_count'
          : undefined;
  if (!inner || fn === undefined) throw new CommandError(238, `explain of '${name ?? ''}' is not available`);
  const text = `explain (verbose, format json) select document from documentdb_api_catalog.${fn}($1, ${BSON_ARGUMENT})`;
  const rows = await sql.all<{ 'QUERY PLAN': unknown }>({ name: `explain:${fn}`, text }, [
    command.db,
    withoutDb(inner),
  ]);
  return {
    queryPlanner: {
      namespace: `${command.db}.${inner.string(name ?? '') ?? ''}`,
      winningPlan: rows[0]?.['QUERY PLAN'],
    },
    ok: 1,
  };
}

function withoutDb(inner: RawDocument): Buffer {
  return inner.without(new Set(['$db', 'cursor', 'maxTimeMS', 'readConcern']));
}

/** The commands that read documents. */
export const readCommands: Readonly<Record<string, CommandHandler>> = {
  find: firstPage('find_cursor_first_page'),
  aggregate: firstPage('aggregate_cursor_first_page'),
  getMore: { run: getMore },
  killCursors: { run: killCursors },
  count: { run: count },
  distinct: { run: distinct },
  explain: { run: explain },
};

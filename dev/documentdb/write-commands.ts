import { BSON, type Document } from 'bson';
import { type Command, type CommandHandler, type Execution, type Reply } from './command';
import { duplicateKeyError } from './duplicate-key';
import { CommandError, codeOfPackedSqlState, sqlStateOf, toCommandError } from './errors';
import { type Statement } from './postgres';
import { updatesById } from './updates-by-id';

interface WriteRow {
  readonly reply: Buffer;
  readonly success: boolean;
}

/** How often an upsert that lost a race against another one is tried again, as MongoDB itself does. */
const UPSERT_RETRIES = 3;

/** Calls a write function; a retryable write's reply is remembered by the same statement, so that both happen or neither. */
async function callWrite(
  fn: string,
  command: Command,
  { sql, retryable }: Execution,
  operations: Buffer | undefined,
): Promise<WriteRow> {
  const values: unknown[] = [command.db, command.spec()];
  const sequence =
    fn === 'find_and_modify'
      ? ''
      : operations
        ? `$${values.push(operations)}::bytea::documentdb_core.bsonsequence, `
        : 'null, ';
  const remember = retryable
    ? `, gateway.remember($${values.push(retryable.session)}, $${values.push(retryable.number)}, p_result::bytea, p_success)`
    : '';
  const statement: Statement = {
    name: `${fn}${operations ? ':sequence' : ''}${retryable ? ':remember' : ''}`,
    text: `select p_result::bytea as reply, p_success as success${remember}
      from documentdb_api.${fn}($1, $2::bytea::documentdb_core.bson, ${sequence}null)`,
  };
  return sql.queryOne<WriteRow & Document>(statement, values);
}

/** insert, update, delete: `field` names their operations, in the body or in a document sequence. */
function batchWrite(field: 'documents' | 'updates' | 'deletes'): CommandHandler {
  return {
    async run(command, execution) {
      const given = command.sequences.get(field);
      const operations = given && field === 'updates' ? updatesById(given) : given;
      for (let attempt = 0; ; attempt++) {
        const { reply, success } = await callWrite(command.name, command, execution, operations);
        if (success) return reply;
        const result = await explainWriteErrors(reply, command, execution, field);
        const conflict = result.writeErrors.find((error) => error.code === 112);
        if (conflict) throw new CommandError(112, conflict.errmsg);
        const lostRace = result.writeErrors.some((error) => error.code === 11000) && isSingleUpsert(command);
        if (!lostRace || attempt === UPSERT_RETRIES || execution.inTransaction) return result;
      }
    },
  };
}

function isSingleUpsert(command: Command): boolean {
  const updates = command.body.document('updates');
  return updates?.size === 1 && updates.document('0')?.flag('upsert') === true;
}

interface WriteError {
  readonly code: number;
  readonly errmsg: string;
}

/** Translates the codes of `writeErrors` and gives duplicate keys MongoDB's message and key. */
export async function explainWriteErrors(
  reply: Buffer,
  command: Command,
  execution: Execution,
  field: 'documents' | 'updates' | 'deletes',
): Promise<Document & { writeErrors: WriteError[] }> {
  const result: Document = BSON.deserialize(reply, { promoteValues: true });
  const given: unknown = result.writeErrors;
  const writeErrors: WriteError[] = [];
  for (const entry of Array.isArray(given) ? given : []) {
    if (!isWriteError(entry)) continue;
    const code = codeOfPackedSqlState(entry.code);
    const details =
      code === 11000 ? await duplicateKeyError(execution.postgres, command, field, entry.index, entry.errmsg) : {};
    writeErrors.push({ ...entry, code, ...details });
  }
  return { ...result, writeErrors };
}

function isWriteError(entry: unknown): entry is { index: number; code: number; errmsg: string } {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'code' in entry &&
    typeof entry.code === 'number' &&
    'index' in entry &&
    'errmsg' in entry
  );
}

async function findAndModify(command: Command, execution: Execution): Promise<Reply> {
  for (let attempt = 0; ; attempt++) {
    try {
      const { reply } = await callWrite('find_and_modify', command, execution, undefined);
      return reply;
    } catch (error) {
      const failure = toCommandError(error);
      if (failure.code !== 11000) throw error;
      const mayRetry = command.body.flag('upsert') === true && !execution.inTransaction && attempt < UPSERT_RETRIES;
      if (mayRetry && sqlStateOf(error) !== undefined) continue;
      const { errmsg, ...key } = await duplicateKeyError(execution.postgres, command, undefined, 0, failure.message);
      throw new CommandError(11000, errmsg, key);
    }
  }
}

/** The commands that write documents. */
export const writeCommands: Readonly<Record<string, CommandHandler>> = {
  insert: batchWrite('documents'),
  update: batchWrite('updates'),
  delete: batchWrite('deletes'),
  findAndModify: { run: findAndModify },
  findandmodify: { run: findAndModify },
};

/** Answers a repeated retryable write with the reply that was stored when it was done. */
export async function replayWrite(
  { reply, success }: WriteRow,
  command: Command,
  execution: Execution,
): Promise<Reply> {
  const field = { insert: 'documents', update: 'updates', delete: 'deletes' }[command.name];
  if (success || (field !== 'documents' && field !== 'updates' && field !== 'deletes')) return reply;
  return explainWriteErrors(reply, command, execution, field);
}

import { BSON, type Document } from 'bson';
import { type Command } from './command';
import { type Sql } from './postgres';
import { RawDocument } from './raw-document';
import { documentInSequence } from './wire';

/** What MongoDB tells about a duplicate key. */
export interface DuplicateKey {
  readonly errmsg: string;
  readonly keyPattern?: Document;
  readonly keyValue?: Document;
}

const BY_NAME = {
  name: 'index_by_name',
  text: `select (index_spec).index_name as name, (index_spec).index_key::bytea as key
    from documentdb_api_catalog.collection_indexes join documentdb_api_catalog.collections using (collection_id)
    where database_name = $1 and collection_name = $2 and (index_spec).index_name = $3`,
};
const BY_ID = {
  name: 'index_by_id',
  text: `select (index_spec).index_name as name, (index_spec).index_key::bytea as key
    from documentdb_api_catalog.collection_indexes where index_id = $1`,
};

/**
 * MongoDB's form of a duplicate-key message, which in DocumentDB names the index or its PostgreSQL constraint only: the pattern is
 * read from the catalog, the values from the operation at fault (`field` and `index` say which), as far as it contains them.
 */
export async function duplicateKeyError(
  sql: Sql,
  command: Command,
  field: 'documents' | 'updates' | 'deletes' | undefined,
  index: number,
  message: string,
): Promise<DuplicateKey> {
  const head = `E11000 duplicate key error collection: ${command.db}.${command.collection}`;
  const found = await indexOf(sql, command, message);
  if (!found) return { errmsg: `${head} ${message}` };
  const isWhole = field === 'documents';
  const keyValue = valuesOf(Object.keys(found.keyPattern), operationAt(command, field, index), isWhole);
  const shown = keyValue ? BSON.EJSON.stringify(keyValue) : '{ }';
  return {
    errmsg: `${head} index: ${found.name} dup key: ${shown}`,
    keyPattern: found.keyPattern,
    ...(keyValue ? { keyValue } : {}),
  };
}

/** The index that a message is about: by its name, or by the number in the name of its constraint. */
async function indexOf(
  sql: Sql,
  command: Command,
  message: string,
): Promise<{ name: string; keyPattern: Document } | undefined> {
  const name = /index '([^']+)'/i.exec(message)?.[1];
  if (name === '_id_' || /collection_pk_\d+/.test(message)) return { name: '_id_', keyPattern: { _id: 1 } };
  const id = /documents_rum_index_(\d+)/.exec(message)?.[1];
  if (name === undefined && id === undefined) return undefined;
  const rows =
    name === undefined
      ? sql.all<IndexRow>(BY_ID, [id])
      : sql.all<IndexRow>(BY_NAME, [command.db, command.collection, name]);
  const [row] = await rows;
  return row && { name: row.name, keyPattern: BSON.deserialize(row.key) };
}

interface IndexRow extends Document {
  readonly name: string;
  readonly key: Buffer;
}

/** The documents that may contain the new values, the likeliest first. */
function operationAt(command: Command, field: string | undefined, index: number): Document[] {
  const sequence = field === undefined ? undefined : command.sequences.get(field);
  const operation =
    field === undefined
      ? command.body
      : sequence
        ? documentInSequence(sequence, index)
        : command.body.document(field)?.document(String(index));
  if (!operation) return [];
  if (field === 'documents') return [BSON.deserialize(operation.bytes)];
  const [update, query] = field === 'updates' ? (['u', 'q'] as const) : (['update', 'query'] as const);
  const change = operation.document(update);
  const operators = ['$set', '$setOnInsert'].map((name) => change?.document(name));
  return [...operators, change, operation.document(query)].flatMap((part) =>
    part instanceof RawDocument ? [BSON.deserialize(part.bytes)] : [],
  );
}

/** The values of the paths, when each is found in one of the documents; what a whole document lacks counts as null. */
function valuesOf(paths: readonly string[], documents: readonly Document[], whole: boolean): Document | undefined {
  const values: Document = {};
  for (const path of paths) {
    const holder = documents.find((document) => valueAt(document, path) !== undefined);
    if (!holder && !whole) return undefined;
    values[path] = holder ? valueAt(holder, path) : null;
  }
  return values;
}

function valueAt(document: Document, path: string): unknown {
  if (path in document) return document[path];
  let value: unknown = document;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = new Map(Object.entries(value)).get(step);
  }
  return value;
}

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

const INDEX_KEY = {
  name: 'index_key',
  text: `select (index_spec).index_key::bytea as key from documentdb_api_catalog.collection_indexes
    join documentdb_api_catalog.collections using (collection_id)
    where database_name = $1 and collection_name = $2 and (index_spec).index_name = $3`,
};

/**
 * MongoDB's form of DocumentDB's duplicate-key message, which names the index only: the pattern is read from the catalog, the values
 * from the operation at fault (`field` and `index` say which), as far as they stand there.
 */
export async function duplicateKeyError(
  sql: Sql,
  command: Command,
  field: 'documents' | 'updates' | 'deletes' | undefined,
  index: number,
  message: string,
): Promise<DuplicateKey> {
  const name = /index '?([^']+?)'?\.?$/i.exec(message)?.[1];
  const head = `E11000 duplicate key error collection: ${command.db}.${command.collection}`;
  if (name === undefined) return { errmsg: `${head} ${message}` };
  const keyPattern = name === '_id_' ? { _id: 1 } : await readKeyPattern(sql, command, name);
  const keyValue = keyPattern && valuesOf(Object.keys(keyPattern), operationAt(command, field, index));
  const shown = keyValue ? BSON.EJSON.stringify(keyValue) : '{ }';
  return {
    errmsg: `${head} index: ${name} dup key: ${shown}`,
    ...(keyPattern ? { keyPattern } : {}),
    ...(keyValue ? { keyValue } : {}),
  };
}

async function readKeyPattern(sql: Sql, command: Command, index: string): Promise<Document | undefined> {
  const [row] = await sql.all<{ key: Buffer }>(INDEX_KEY, [command.db, command.collection, index]);
  return row ? BSON.deserialize(row.key) : undefined;
}

/** The documents in which the new values may stand, the likeliest first. */
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

/** The values of the paths, when each is found in one of the documents. */
function valuesOf(paths: readonly string[], documents: readonly Document[]): Document | undefined {
  const values: Document = {};
  for (const path of paths) {
    const holder = documents.find((document) => valueAt(document, path) !== undefined);
    if (holder) values[path] = valueAt(holder, path);
  }
  return Object.keys(values).length === paths.length ? values : undefined;
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

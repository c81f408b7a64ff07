import { LRUCache } from 'lru-cache';
import mongoose from 'mongoose';
import { derivedId, newId } from '../kernel/ids';
import { wordNumber, wordsOf } from '../kernel/words.rules';
import { bulkCause } from './bulk-cause';
import { currentSession, gatherUntilCommit } from './transaction';

/*
 * An index of the words of texts (docs/adr/0033). A write that sets texts adds an entry with their words in its transaction, and
 * changes none that exists: what the index says of a row is never less than what its texts hold.
 */

/** The collection of the entries; `text-words.model` describes it. */
export const TEXT_WORDS = 'textwords';
/** Stands for every word: the text has too many of them. */
export const ANY_WORD = 0;
/** Words of one entry; a longer text is read at each search. */
const MAX_WORDS = 20_000;

interface IndexedTexts {
  /** The names that lead to each text, without the places in lists. */
  paths: readonly (readonly string[])[];
  /** Many rows hold the same few texts: each text has one entry, which belongs to no row. */
  areShared: boolean;
}

const models = new Map<string, IndexedTexts>();

/** Declares which texts of a model are indexed. */
export function declareTexts(modelName: string, paths: readonly string[], areShared: boolean): void {
  models.set(modelName, { paths: paths.map((path) => path.split('.')), areShared });
}

/** Whether words of texts of a model are indexed. */
export const isIndexed = (modelName: string): boolean => models.has(modelName);

/** Whether many rows of a model hold the same indexed texts. */
export const areTextsShared = (modelName: string): boolean => models.get(modelName)?.areShared ?? false;

/** Whether the index names the rows of a model whose texts it has. */
export const namesRows = (modelName: string): boolean => models.get(modelName)?.areShared === false;

/** The paths of indexed texts, by model. */
export const indexedPaths = (): ReadonlyMap<string, readonly string[]> =>
  new Map([...models].map(([name, { paths }]) => [name, paths.map((path) => path.join('.'))]));

/** The indexed texts of a row; with `isChanged` those below the fields that it admits. */
export function textsInRow(
  modelName: string,
  row: object,
  isChanged: (field: string) => boolean = () => true,
): string[] {
  const paths = models.get(modelName)?.paths ?? [];
  return paths.flatMap((path) => (isChanged(path[0] ?? '') ? textsAt(row, path) : []));
}

/** The indexed texts that an update sets. */
export function textsInUpdate(modelName: string, update: object): string[] {
  const changes = Object.entries(update).flatMap(([name, value]): [string, unknown][] =>
    name.startsWith('$') ? Object.entries((value ?? {}) as object) : [[name, value]],
  );
  return (models.get(modelName)?.paths ?? []).flatMap((path) =>
    changes.flatMap(([name, value]) => {
      const names = name.split('.').filter((part) => !/^(\d+|\$.*)$/.test(part));
      return names.every((part, at) => part === path[at]) ? textsAt(value, path.slice(names.length)) : [];
    }),
  );
}

/** Texts at a path of a value, in each element of the lists on the way. */
function textsAt(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => textsAt(element, path));
  if (typeof value === 'string') return path.length === 0 && value !== '' ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if ('$each' in value) return textsAt(value.$each, path);
  const [name, ...rest] = path;
  return name === undefined ? [] : textsAt((value as Record<string, unknown>)[name], rest);
}

/** Texts that were written. */
export interface RowTexts {
  tenantId: string;
  /** Empty for texts that belong to no row. */
  rowId: string;
  texts: readonly string[];
  /** The row existed before. */
  isLater: boolean;
}

interface Entry extends Omit<RowTexts, 'texts'> {
  source: string;
  numbers: Set<number>;
}

const GATHERED = Symbol('text words');

/** Adds the words of texts of rows of a model to the index, with the running transaction. Throws outside of one. */
export function noteTexts(source: string, written: readonly RowTexts[]): void {
  const entries = gatherUntilCommit(GATHERED, () => new Map<string, Entry>(), insertEntries);
  for (const { texts, ...row } of written) {
    const key = `${source} ${row.rowId}`;
    const entry = entries.get(key) ?? { source, ...row, numbers: new Set<number>() };
    entries.set(key, entry);
    entry.isLater ||= row.isLater;
    for (const number of numbersIn(row.tenantId, texts)) entry.numbers.add(number);
  }
}

function numbersIn(tenantId: string, texts: readonly string[]): Set<number> {
  return new Set(texts.flatMap(wordsOf).map((word) => wordNumber(tenantId, word)));
}

async function insertEntries(entries: ReadonlyMap<string, Entry>): Promise<void> {
  const rows = [...entries.values()].filter(({ numbers }) => numbers.size > 0).map((entry) => entryRow(newId(), entry));
  const session = currentSession();
  if (rows.length === 0) return;
  await collection()
    .insertMany(rows, session ? { session } : {})
    .catch((error: unknown) => Promise.reject(bulkCause(error) as Error));
}

// Through the driver: the model of these rows is made by the layer that writes them.
const collection = () => mongoose.connection.collection<EntryRow>(TEXT_WORDS);

/** Rows tell no time, so that none says when someone has answered an anonymous survey. */
const NO_TIME = new Date(0);

type EntryRow = ReturnType<typeof entryRow>;

function entryRow(_id: string, { numbers, ...entry }: Entry) {
  const wordNumbers = numbers.size > MAX_WORDS ? [ANY_WORD] : [...numbers];
  return { _id, ...entry, wordNumbers, revision: 0, createdAt: NO_TIME, updatedAt: NO_TIME };
}

/** Shared texts that have an entry, as this process knows. */
const noted = new LRUCache<string, true>({ max: 5_000 });
const DUPLICATE = 11_000;

/**
 * Adds the words of texts that belong to no row to the index, once for each text and before the running transaction is committed:
 * transactions that write the same text must not wait for each other, and an entry too many does no harm.
 */
export async function noteSharedTexts(source: string, written: readonly RowTexts[]): Promise<void> {
  const fresh = new Map<string, Entry>();
  for (const { tenantId, texts } of written)
    for (const text of texts) {
      const key = [tenantId, source, text].join(' ');
      if (!noted.has(key) && !fresh.has(key))
        fresh.set(key, { source, tenantId, rowId: '', numbers: numbersIn(tenantId, [text]), isLater: false });
    }
  if (fresh.size === 0) return;
  await addEntries([...fresh].map(([key, entry]) => entryRow(derivedId('shared-text', key), entry)));
  for (const key of fresh.keys()) noted.set(key, true);
}

/** Adds entries that may be there already. */
async function addEntries(rows: readonly EntryRow[]): Promise<void> {
  const additions = rows.map(({ _id, tenantId, ...values }) => ({
    updateOne: { filter: { _id, tenantId }, update: { $setOnInsert: values }, upsert: true },
  }));
  try {
    await collection().bulkWrite(additions, { ordered: false });
  } catch (error) {
    const failures = error instanceof mongoose.mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
    const wereAdded = failures.length > 0 && failures.every(({ code }) => code === DUPLICATE);
    if (!wereAdded) throw bulkCause(error);
  }
}

const ROWS_AT_ONCE = 1_000;

/** Removes the entries of rows, with the running transaction; with `source` only those of its texts. */
export async function removeTexts(tenantId: string, rowIds: readonly string[], source?: string): Promise<void> {
  const session = currentSession();
  for (let start = 0; start < rowIds.length; start += ROWS_AT_ONCE)
    await collection().deleteMany(
      { tenantId, rowId: { $in: rowIds.slice(start, start + ROWS_AT_ONCE) }, ...(source ? { source } : {}) },
      session ? { session } : {},
    );
}

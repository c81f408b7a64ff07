import type { Model, Schema } from 'mongoose';
import { anyDeletion } from '../db/bulk';
import { overwriteRow } from '../db/overwrite-row';
import { pickRows } from '../db/pick';
import type { Row } from '../db/rows';
import { isIndexed, namesRows } from '../db/text-words';
import { indexRows, type RowsWithWords, rowsWithWords } from '../db/text-words.store';
import { FILE_CONTENT, readFile } from '../infra/files';
import { StoredFileModel, TEXT_FILES } from '../platform/stored-file.model';
import type { Mentions } from './mention.rules';
import { idsOf, type Person } from './person.store';
import type { Link, PersonalData } from './personal-data';
import { PERSONAL_DATA } from './personal-data-map';
import { areTextsIndexed } from './text-index.store';

/** A text of a row that mentions a person. */
export interface Mention {
  source: string;
  rowId: string;
  path: string;
  text: string;
}

/** The path of a file's bytes. */
export const CONTENT = 'content';
/** Derived from other fields of the row, and redacted with them. */
const SEARCH_TEXT = 'searchText';
/** Rows read at a time. */
const AT_ONCE = 200;
/** Who others are, and rows that the erasure itself settles. */
const NOT_SEARCHED: ReadonlySet<string> = new Set([
  'Employee',
  'User',
  'PersonKey',
  'PrivacyText',
  'Erasure',
  'RunFence',
  'AuditLog',
  'AuditDraft',
]);
/** Written by the service; the name in them is replaced without a decision. */
export const SETTLED_WITHOUT_DECISION: ReadonlySet<string> = new Set([
  'Notification',
  'Job',
  'ImportReportPart',
  'PrivacyRequest',
]);

/** Hold hashes, ids and what programs say of themselves, and grow with the organization. */
const WITHOUT_FREE_TEXT: ReadonlySet<string> = new Set(['Credential', 'Session', 'SurveyBallot', 'Sum', 'TextWords']);

/**
 * Texts anywhere in the organization that mention the person, without those of rows that an erasure deletes and without the
 * rows that say who other people are. Where texts are indexed, it reads the rows that hold the words of a name.
 */
export async function* mentionsOf(person: Person, mentions: Mentions): AsyncGenerator<Mention> {
  const rows = await indexedRows(mentions);
  for (const data of PERSONAL_DATA) {
    const { model, identity = [] } = data;
    const { modelName, schema } = model;
    if (NOT_SEARCHED.has(modelName) || WITHOUT_FREE_TEXT.has(modelName) || !schema.path('tenantId')) continue;
    const isLeftOut = (row: Row & Record<string, unknown>): boolean => belongsTo(row, data, person);
    yield* mentionsInModel(model, mentions, { rows, identity, isLeftOut });
  }
  yield* mentionsInFiles(mentions, rows);
}

/** The rows that may mention the person, as the index knows; null when it cannot tell, and all texts have to be read. */
export async function indexedRows({ wordLists }: Mentions): Promise<RowsWithWords | null> {
  if (wordLists.some((list) => list.length === 0) || !(await areTextsIndexed())) return null;
  return rowsWithWords(wordLists);
}

/** What of a model is looked at: all rows or those of the index, without fields that say who a row is about, and without some rows. */
interface Scope {
  rows?: RowsWithWords | null;
  identity?: readonly string[];
  isLeftOut?: (row: Row & Record<string, unknown>) => boolean;
}

/** Texts of the rows of one model that mention the person. */
export async function* mentionsInModel(
  model: Model<Row>,
  mentions: Mentions,
  { rows = null, identity = [], isLeftOut = () => false }: Scope = {},
): AsyncGenerator<Mention> {
  const isSearched = (path: string): boolean => path !== SEARCH_TEXT && !identity.includes(path.split('.')[0] ?? '');
  const paths = textPaths(model.schema).filter(isSearched);
  if (paths.length === 0) return;
  for (const filter of filtersOf(model, paths, mentions, rows)) {
    const cursor = model
      .find({ ...anyDeletion(model), ...filter } as never)
      .lean<Row[]>()
      .cursor({ batchSize: AT_ONCE });
    for await (const row of cursor as AsyncIterable<Row & Record<string, unknown>>)
      if (!isLeftOut(row))
        for (const { path, text } of textsOf(row, ''))
          if (isSearched(path) && mentions.isIn(text)) yield { source: model.modelName, rowId: row._id, path, text };
  }
}

/** Finds the rows by their ids where the index has them, otherwise by a pattern in each text. */
function filtersOf(
  { modelName }: Model<Row>,
  paths: readonly string[],
  { pattern }: Mentions,
  rows: RowsWithWords | null,
): object[] {
  const found = rows?.get(modelName) ?? new Set<string>();
  const isShared = found.has('');
  if (rows === null || !isIndexed(modelName) || isShared)
    return [{ $or: paths.map((path) => ({ [path]: { $regex: pattern, $options: 'i' } })) }];
  const ids = [...found];
  const starts = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_none, at) => at * AT_ONCE);
  return starts.map((start) => ({ _id: { $in: ids.slice(start, start + AT_ONCE) } }));
}

/** Rows of the person, which an erasure deletes. */
function belongsTo(row: Row & Record<string, unknown>, { links }: PersonalData, person: Person): boolean {
  return Object.entries(links).some(
    ([path, link]) =>
      link.rows === 'deleted' && idsOf(person, link).includes(String(row[path])) && matches(row, link.only ?? {}),
  );
}

function matches(row: Record<string, unknown>, only: NonNullable<Link['only']>): boolean {
  return Object.entries(only).every(([path, value]) => row[path] === value);
}

/** Files of text alone can be searched; exports and imported files are deleted whole. */
async function* mentionsInFiles(mentions: Mentions, rows: RowsWithWords | null): AsyncGenerator<Mention> {
  const ids = rows && [...(rows.get(FILE_CONTENT) ?? [])];
  if (ids?.length === 0) return;
  const some = ids ? { _id: { $in: ids } } : {};
  const files = await pickRows(StoredFileModel.find({ ...TEXT_FILES, ...some }), 'name');
  for (const { _id, name } of files) {
    const text = (await readFile(_id)).toString('utf8');
    if (mentions.isIn(text)) yield { source: StoredFileModel.modelName, rowId: _id, path: CONTENT, text: name };
  }
}

const cachedPaths = new WeakMap<Schema, string[]>();

/** Paths of a schema that hold text other than ids and enumerations. */
export function textPaths(schema: Schema): string[] {
  const cached = cachedPaths.get(schema);
  if (cached) return cached;
  const paths: string[] = [];
  schema.eachPath((path, type) => {
    if (path === '_id' || /Ids?$/.test(path)) return;
    const inner = (type as unknown as { schema?: Schema }).schema;
    const caster = (type as unknown as { embeddedSchemaType?: { instance: string } }).embeddedSchemaType;
    if (inner) paths.push(...textPaths(inner).map((below) => `${path}.${below}`));
    else if (isFreeText(type)) paths.push(path);
    else if (caster?.instance === 'String' && !hasChoices(type)) paths.push(path);
  });
  cachedPaths.set(schema, paths);
  return paths;
}

function isFreeText(type: { instance: string; options: object }): boolean {
  return type.instance === 'String' && !hasChoices(type);
}

const hasChoices = ({ options }: { options: object }): boolean => 'enum' in options && options.enum !== undefined;

/** Every text inside a value with its path. */
export function* textsOf(value: unknown, path: string): Generator<{ path: string; text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  else if (Array.isArray(value) || isPlain(value))
    for (const [key, inner] of Object.entries(value)) yield* textsOf(inner, path === '' ? key : `${path}.${key}`);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && !Buffer.isBuffer(value);
}

/** A text at a path of a row as it is now; null when the row or the text is gone. */
export function textAt(row: object, path: string): string | null {
  const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], row);
  return typeof value === 'string' ? value : null;
}

/** Replaces the person in texts of one row, and in what search finds it by; safe to repeat. Call it in a transaction. */
export async function redactRow(
  model: Model<Row>,
  rowId: string,
  paths: readonly string[],
  mentions: Mentions,
): Promise<void> {
  const filter = { _id: rowId, ...anyDeletion(model) } as never;
  const row = await model.findOne(filter).lean<Row>();
  if (!row) return;
  const redacted: Record<string, string> = {};
  for (const path of [...paths, SEARCH_TEXT]) {
    const text = textAt(row, path);
    if (text === null || !mentions.isIn(text)) continue;
    redacted[path] = path === SEARCH_TEXT ? mentions.redact(text).toLowerCase() : mentions.redact(text);
  }
  if (Object.keys(redacted).length === 0) return;
  await overwriteRow(model, rowId, redacted);
  if (namesRows(model.modelName)) await indexRows(model.modelName, [rowId]);
}

import type { Model, Schema } from 'mongoose';
import { anyDeletion } from '../db/bulk';
import type { Link } from '../db/fields';
import { overwriteRow } from '../db/overwrite-row';
import { pickRows } from '../db/pick';
import type { Row } from '../db/rows';
import { searchTextOf } from '../db/searchable';
import { readFile } from '../infra/files';
import { StoredFileModel, TEXT_FILES } from '../infra/stored-file.model';
import type { Mentions } from './mention.rules';
import { idsOf, type Person } from './person.store';
import { PERSONAL_DATA, type PersonalData } from './personal-data';

/** A text of a row that mentions a person. */
export interface Mention {
  source: string;
  rowId: string;
  path: string;
  text: string;
}

/** The path of a file's contents. */
export const CONTENT = 'content';
/** Derived from other fields of the row. */
const SEARCH_TEXT = 'searchText';
/** Rows read at a time. */
const AT_ONCE = 200;
/** Identities of others, and rows that the erasure itself changes. */
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
/** Contain hashes, ids and machine-written texts, and grow with the organization. */
const WITHOUT_FREE_TEXT: ReadonlySet<string> = new Set([
  'Credential',
  'Device',
  'Session',
  'SurveyBallot',
  'Sum',
  'CycleCache',
]);

/** Returns the models whose texts are searched for mentions, each with the paths of its free texts. */
export function searchedTexts(): { data: PersonalData; paths: string[] }[] {
  return PERSONAL_DATA.filter(
    ({ model: { modelName, schema } }) =>
      !NOT_SEARCHED.has(modelName) && !WITHOUT_FREE_TEXT.has(modelName) && schema.path('tenantId'),
  )
    .map((data) => ({ data, paths: textPaths(data.model.schema).filter((path) => isSearched(path, data.identity)) }))
    .filter(({ paths }) => paths.length > 0);
}

/** Search texts repeat other fields, and identity fields mention no one else. */
function isSearched(path: string, identity: readonly string[] = []): boolean {
  return path !== SEARCH_TEXT && !identity.includes(path.split('.')[0] ?? '');
}

/**
 * Yields the texts of the organization that mention the person, except in rows that an erasure deletes and in other
 * persons' identities. Reads all texts: call it in a job.
 */
export async function* mentionsOf(person: Person, mentions: Mentions): AsyncGenerator<Mention> {
  for (const { data } of searchedTexts())
    for await (const { row, ...mention } of mentionsIn(data, mentions))
      if (!belongsTo(row, data, person)) yield mention;
  yield* mentionsInFiles(mentions);
}

type AnyRow = Row & Record<string, unknown>;

/**
 * Yields the texts of one model that mention the person, with their rows. The database preselects rows by patterns; the
 * exact rule decides about each text.
 */
export async function* mentionsIn(
  { model, identity }: Pick<PersonalData, 'model' | 'identity'>,
  mentions: Mentions,
): AsyncGenerator<Mention & { row: AnyRow }> {
  const paths = textPaths(model.schema).filter((path) => isSearched(path, identity));
  const mayMention = paths.flatMap((path) =>
    mentions.patterns.map((pattern) => ({ [path]: { $regex: pattern, $options: 'i' } })),
  );
  const cursor = model
    .find({ ...anyDeletion(model), $or: mayMention })
    .lean<AnyRow[]>()
    .cursor({ batchSize: AT_ONCE });
  for await (const row of cursor as AsyncIterable<AnyRow>)
    for (const { path, text } of textsOf(row, ''))
      if (isSearched(path, identity) && mentions.isIn(text))
        yield { source: model.modelName, rowId: row._id, path, text, row };
}

/** Whether the row is the person's own, which an erasure deletes. */
function belongsTo(row: AnyRow, { links }: PersonalData, person: Person): boolean {
  return Object.entries(links).some(
    ([path, link]) =>
      link.rows === 'deleted' && idsOf(person, link).includes(String(row[path])) && matches(row, link.only ?? {}),
  );
}

function matches(row: Record<string, unknown>, only: NonNullable<Link['only']>): boolean {
  return Object.entries(only).every(([path, value]) => row[path] === value);
}

/** Searches text files alone; exports and imported files are deleted entirely. */
async function* mentionsInFiles(mentions: Mentions): AsyncGenerator<Mention> {
  for (const { _id, name } of await pickRows(StoredFileModel.find(TEXT_FILES), 'name')) {
    const text = (await readFile(_id)).toString('utf8');
    if (mentions.isIn(text)) yield { source: StoredFileModel.modelName, rowId: _id, path: CONTENT, text: name };
  }
}

const cachedPaths = new WeakMap<Schema, string[]>();

/** Returns the paths of a schema that contain text other than ids and enumerations. */
function textPaths(schema: Schema): string[] {
  const cached = cachedPaths.get(schema);
  if (cached) return cached;
  const paths: string[] = [];
  schema.eachPath((path, type) => {
    if (path === '_id' || /Ids?$/.test(path)) return;
    const { schema: inner, embeddedSchemaType: element }: TypeOfPath = type;
    if (inner) paths.push(...textPaths(inner).map((below) => `${path}.${below}`));
    else if (isFreeText(type)) paths.push(path);
    else if (element?.instance === 'String' && !hasChoices(type)) paths.push(path);
  });
  cachedPaths.set(schema, paths);
  return paths;
}

/** What Mongoose's types omit: nested schemas and the contents of arrays. */
interface TypeOfPath {
  schema?: Schema;
  embeddedSchemaType?: { instance: string };
}

function isFreeText(type: { instance: string; options: object }): boolean {
  return type.instance === 'String' && !hasChoices(type);
}

const hasChoices = ({ options }: { options: object }): boolean => 'enum' in options && options.enum !== undefined;

export function* textsOf(value: unknown, path: string): Generator<{ path: string; text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  else if (Array.isArray(value) || isPlain(value))
    for (const [key, inner] of Object.entries(value)) yield* textsOf(inner, path === '' ? key : `${path}.${key}`);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && !Buffer.isBuffer(value);
}

/** Returns the current text at a path of a row; null when the row or the text is deleted. */
export function textAt(row: object, path: string): string | null {
  const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], row);
  return typeof value === 'string' ? value : null;
}

/** Redacts the person in texts of one row and in its search text; safe to repeat. Call it in a transaction. */
export async function redactRow(
  model: Model<Row>,
  rowId: string,
  paths: readonly string[],
  mentions: Mentions,
): Promise<void> {
  const filter = { _id: rowId, ...anyDeletion(model) };
  const row = await model.findOne(filter).lean<Row>();
  if (!row) return;
  const redacted: Record<string, string> = {};
  for (const path of paths) {
    const text = textAt(row, path);
    if (text !== null && mentions.isIn(text)) redacted[path] = mentions.redact(text);
  }
  if (Object.keys(redacted).length === 0) return;
  await overwriteRow(model, rowId, { ...redacted, ...searchTextOf(model.modelName, { ...row, ...redacted }) });
}

import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import mongoose, { type Model, Schema, type SchemaType } from 'mongoose';
import type { Access, Fate, Link, Path, Personal, Privacy, Whose } from '../db/fields';
import { anyRows, type Row } from '../db/rows';
import { privacyOfModels } from '../db/tenant-model';

/** The personal data of one model, as its schema and options declare it. */
export interface PersonalData {
  model: Model<Row>;
  /** Null for a model that says nothing about people. */
  privacy: Privacy<Record<string, unknown>> | null;
  links: Readonly<Record<string, Link>>;
  /** Fields that identify the person whom the row is about. */
  identity: readonly string[];
  /** What each field contains, by its first name. */
  fields: Readonly<Record<string, Personal>>;
  /** How an access file shows the values of the person, by path. */
  access: Readonly<Record<string, Access>>;
  /** The fields whose texts an erasure redacts without a decision. */
  redacted: readonly string[];
}

const load: (path: string) => Record<string, unknown> = createRequire(__filename);
const MODEL_FILE = /\.model\.[jt]s$/;
const SHARED = join(__dirname, '..');

/** The personal data of every model, the person's own rows first; the only source of access and erasure (ADR 28). */
export const PERSONAL_DATA: readonly PersonalData[] = readdirSync(SHARED, { recursive: true, encoding: 'utf8' })
  .filter((path) => MODEL_FILE.test(path))
  .sort()
  .flatMap((path) => Object.values(load(join(SHARED, path))).filter(isModel))
  .map(personalDataOf)
  .sort((left, right) => Number('_id' in right.links) - Number('_id' in left.links));

function isModel(value: unknown): value is Model<Row> {
  return typeof value === 'function' && value.prototype instanceof mongoose.Model;
}

function personalDataOf(model: Model<Row>): PersonalData {
  const privacy = privacyOfModels.get(model.modelName) ?? null;
  const fields: Record<string, Personal> = {};
  const access: Record<string, Access> = {};
  const redacted: string[] = [];
  for (const [path, { options }] of storedPaths(model.schema)) {
    const { personal, access: shown, redacted: isRedacted } = options as Partial<Path>;
    const [field = ''] = path.split('.');
    if (personal !== undefined) fields[field] = personal;
    if (isRedacted !== undefined) redacted.push(field);
    if (shown !== undefined) access[path] = shown;
  }
  return {
    model: anyRows(model),
    privacy,
    links: (privacy?.links ?? {}) as PersonalData['links'],
    identity: privacy?.identity ?? [],
    fields,
    access,
    redacted,
  };
}

/** Returns every path of a schema, also those of embedded documents. */
export function storedPaths(schema: Schema, parent = ''): Map<string, SchemaType> {
  const paths = new Map<string, SchemaType>();
  schema.eachPath((name, type: SchemaType & { schema?: unknown }) => {
    paths.set(`${parent}${name}`, type);
    if (type.schema instanceof Schema)
      for (const [below, inner] of storedPaths(type.schema, `${parent}${name}.`)) paths.set(below, inner);
  });
  return paths;
}

/** Returns the values of a field by the person whom they concern. */
export function valuesOf(field: Personal): { whose: Whose; fate: Fate }[] {
  if (field === 'none' || field === 'secret') return [];
  return [field].flat().map((value) => {
    const [whose, fate] = value.split(': ') as [Whose, Fate];
    return { whose, fate };
  });
}

/** Returns null for each field that an erasure empties of the person whom a row of the model is about. */
export function emptiedFields({ modelName }: Pick<Model<Row>, 'modelName'>, whose: Whose): Record<string, null> {
  const isEmptied = (field: Personal): boolean =>
    valuesOf(field).some((value) => value.whose === whose && value.fate === 'emptied');
  const emptied = Object.entries(dataOf(modelName).fields).filter(([, field]) => isEmptied(field));
  return Object.fromEntries(emptied.map(([name]) => [name, null]));
}

/** Returns the model of a name; throws when there is none. */
export function modelOf(name: string): Model<Row> {
  return dataOf(name).model;
}

function dataOf(name: string): PersonalData {
  const data = PERSONAL_DATA.find(({ model }) => model.modelName === name);
  if (!data) throw new Error(`No model is called ${name}.`);
  return data;
}

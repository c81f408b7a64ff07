import { type Document, Double, Long } from 'mongodb';
import { COMMANDS, type FieldsByType, GENERIC_ARGUMENTS, type Struct } from '../command-fields';
import { type FieldTypeName } from '../field-types';
import { typesByName } from '../judge-command';
import { useEngine } from './engine';

const engine = useEngine({ embedded: true, own: true });

/** A value of another type than the field takes; `any` takes all. */
const WRONG: Readonly<Record<Exclude<FieldTypeName, 'any'>, unknown>> = {
  string: 7, int: 'x', long: 7, double: 1, number: 'x', bool: 1, flag: 'x', object: 'x', array: 'x', uuid: 'x', timestamp: 'x', boolOrUuid: 'x',
  flagOrObject: 'x', stringOrNumber: true, stringOrObject: 7, indexes: 7, optionalBool: 1, query: 7, hint: 7, pipeline: 7, cursor: 7, update: 7,
  maxTime: 'x', objectOrUnset: 7, collection: 7, collectionOrOne: true,
}; // oxfmt-ignore
/** A value that the command's own field takes. */
const RIGHT: Partial<Record<FieldTypeName, unknown>> = {
  any: 1, number: 1, long: Long.fromNumber(1), string: 'x', object: { find: 'x' }, array: [], collection: 'x', collectionOrOne: 'x',
}; // oxfmt-ignore
/** MongoDB's codes for a wrong type, where it is not TypeMismatch (14). */
const CODES: Partial<Record<FieldTypeName, number>> = {
  hint: 9,
  update: 9,
  maxTime: 2,
  objectOrUnset: 2,
  collection: 73,
  collectionOrOne: 73,
};
/** The driver sets these itself. */
const OF_THE_DRIVER = new Set(['lsid', '$db', '$clusterTime', '$readPreference', 'txnNumber', 'autocommit', 'startTransaction', 'readConcern', 'writeConcern', 'apiVersion']); // oxfmt-ignore

/** The code that a command is refused with; 0 when it is not. */
async function codeOf(command: Document): Promise<unknown> {
  return engine.db().command(command).then(() => 0, (error: { code: unknown }) => error.code); // oxfmt-ignore
}

const wrongFields = (fields: FieldsByType): [name: string, value: unknown, code: number][] =>
  [...typesByName(fields)].flatMap(([name, type]) =>
    type === 'any' || OF_THE_DRIVER.has(name) ? [] : [[name, WRONG[type], CODES[type] ?? 14]],
  );

/** Documents inside a field that MongoDB refuses, and their codes. */
const wrongInside = (inner: Struct | FieldTypeName): [value: unknown, code: number][] =>
  typeof inner === 'string'
    ? [[inner === 'any' ? 1 : WRONG[inner], 14]]
    : [
        [{ noSuchField: 1 }, inner.unknown === 'taken' ? 0 : inner.unknown],
        ...wrongFields(inner.fields ?? {}).map(([name, value, code]): [unknown, number] => [{ [name]: value }, code]),
      ];

describe.each(Object.entries(COMMANDS))('%s refuses what MongoDB refuses', (name, command) => {
  const own = RIGHT[command.value];

  test('a type that a field does not take', async () => {
    const { fields = {}, value } = command;
    const ownFields = typesByName(fields);
    const common = wrongFields(GENERIC_ARGUMENTS.fields ?? {}).filter(([field]) => !ownFields.has(field));
    const cases = [...wrongFields(fields), ...common];
    const refused: [string, unknown][] = [];
    for (const [field, wrong] of cases) refused.push([field, await codeOf({ [name]: own, [field]: wrong })]);
    expect(refused).toEqual(cases.map(([field, , code]) => [field, code]));
    if (value !== 'any') expect(await codeOf({ [name]: WRONG[value] })).toBe(CODES[value] ?? 14);
  });

  test('a field that it does not know, and none where one is needed', async () => {
    const { unknown, required } = command;
    if (unknown !== 'taken') expect(await codeOf({ [name]: own, noSuchField: 1 })).toBe(unknown);
    if (required !== undefined) expect(await codeOf({ [name]: own })).toBe(40414);
  });

  test('what is wrong inside of a field', async () => {
    for (const [field, inner] of Object.entries(command.inner ?? {}))
      for (const [wrong, code] of wrongInside(inner)) {
        const isList = ['cursor', 'index'].every((single) => single !== field);
        const sent = { [name]: own, [field]: isList ? [wrong] : wrong };
        expect([sent, await codeOf(sent)]).toEqual([sent, code]);
      }
  });
});

test.each<[Document, number, string]>([
  [{ profile: 1, sampleRate: 1 }, 14, "BSON field 'profile.sampleRate' is the wrong type 'int', expected type 'double'"],
  [{ profile: '1' }, 14, "BSON field 'profile.profile' is the wrong type 'string', expected types '[long, int, decimal, double]'"],
  [{ ping: 1, detail: true }, 40415, "BSON field 'ping.detail' is an unknown field."],
  [{ find: 7 }, 73, 'collection name has invalid type int'],
  [{ find: 'x', filter: 7 }, 14, 'Expected field filterto be of type object'],
  [{ find: 'x', filter: null }, 14, 'Expected field filterto be of type object'],
  [{ find: 'x', singleBatch: 1 }, 14, "Field 'singleBatch' should be a boolean value, but found: int"],
  [{ find: 'x', hint: 7 }, 9, 'Hint must be a string or an object'],
  [{ aggregate: 'x', pipeline: {} }, 14, "'pipeline' option must be specified as an array"],
  [{ getMore: 7, collection: 'x' }, 14, "BSON field 'getMore.getMore' is the wrong type 'int', expected type 'long'"],
  [{ killCursors: 'x', cursors: [7] }, 14, "BSON field 'killCursors.cursors.0' is the wrong type 'int', expected type 'long'"],
  [{ distinct: 'x' }, 40414, "BSON field 'distinct.key' is missing but a required field"],
  [{ update: 'x', updates: [{ q: {}, u: {}, upserts: true }] }, 40415, "BSON field 'update.updates.upserts' is an unknown field."],
  [{ delete: 'x', deletes: [{ q: {} }] }, 40414, "BSON field 'delete.deletes.limit' is missing but a required field"],
  [{ createIndexes: 'x', indexes: [{ key: { a: 1 }, name: 'a', uniq: true }] }, 197, "The field 'uniq' is not valid for an index specification."],
  [{ createIndexes: 'x', indexes: [{ key: { a: 1 } }] }, 40414, "BSON field 'createIndexes.indexes.name' is missing but a required field"],
  [{ ping: 1, writeConcern: { w: 1, journal: true } }, 40415, "BSON field 'ping.writeConcern.journal' is an unknown field."],
  [{ find: 'x', readConcern: { levels: 'local' } }, 72, 'Unrecognized option in readConcern: levels'],
  [{ explain: { find: 'x', filters: {} } }, 40415, "BSON field 'find.filters' is an unknown field."],
  [{ nope: 1 }, 59, "no such command: 'nope'"],
  [{ createUser: 'x', pwd: 'y', roles: [] }, 115, "the embedded database does not have 'createUser'"],
])('%j is refused in the words of MongoDB', async (command, code, errmsg) => {
  await expect(engine.db().command(command)).rejects.toMatchObject({ code, errorResponse: { errmsg } });
}); // oxfmt-ignore

test('what a driver sends beside the body of a command is looked at too', async () => {
  const things = engine.db().collection('things');
  const statement = { q: {}, u: { $set: { a: 1 } }, multi: 1 };
  await expect(engine.db().command({ update: 'things', updates: [statement] })).rejects.toMatchObject({ code: 14 });
  const many = Array.from({ length: 3 }, (_, n) => ({
    updateOne: { filter: { n }, update: { $set: { n } }, arrayFilters: [], upsert: true },
  }));
  expect(await things.bulkWrite(many)).toMatchObject({ upsertedCount: 3 });
});

test('null stands for an absent value, as in MongoDB', async () => {
  expect(await codeOf({ listCollections: 1, filter: null, nameOnly: null })).toBe(0);
});

test('a transaction takes a read concern with its first command alone, and a write concern with none', async () => {
  await engine.db().createCollection('concerns');
  await engine.client().withSession(async (session) => {
    session.startTransaction();
    await engine.db().collection('concerns').findOne({}, { session });
    const { id: lsid } = session;
    const rest = { lsid, txnNumber: Long.fromNumber(session.serverSession.txnNumber), autocommit: false };
    const find = { find: 'concerns', ...rest };
    expect(await codeOf({ ...find, readConcern: { level: 'majority' } })).toBe(72);
    expect(await codeOf({ ...find, writeConcern: { w: 1 } })).toBe(72);
    await session.abortTransaction();
  });
});

test('a rate that is a double is taken', async () => {
  expect(await engine.db().command({ profile: -1, sampleRate: new Double(1) })).toMatchObject({ was: 0 });
});

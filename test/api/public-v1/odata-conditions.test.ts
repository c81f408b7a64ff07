import fc from 'fast-check';
import mongoose from 'mongoose';
import { type Condition, everyRow, type Places } from '../../../api/public-v1/odata/condition';
import {
  dateOrNull,
  decimalOrNull,
  type EdmType,
  flag,
  guidOrNull,
  instantOrNull,
  type Property,
  textOrNull,
  type Value,
  wholeOrNull,
} from '../../../api/public-v1/odata/edm';
import type { EntitySet } from '../../../api/public-v1/odata/entity-set';
import { ENTITY_SETS } from '../../../api/public-v1/odata/entity-sets';
import { parseFilter } from '../../../api/public-v1/odata/filter';
import { round2OrNull } from '../../../shared/evaluation/score.rules';
import { toInstantOrNull } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { makePublicData } from '../../factories/public-data';
import { makeTenant } from '../../factories/tenant';
import { useDatabase } from '../../support/database';

useDatabase();

type Row = Readonly<Record<string, Value>>;
type PropertyTypes = Readonly<Record<string, Property>>;

/** A value of rows, or one beside it, as filters write it. */
function literalOf(type: EdmType, value: Value, variant: number): string {
  if (value === null) return 'null';
  switch (type) {
    case 'Edm.String': {
      const whole = String(value);
      const text = [whole, whole.slice(0, 3), whole.slice(-3), whole.toLowerCase(), whole.slice(1, 5).toUpperCase()];
      return `'${(text[variant % text.length] ?? '').replaceAll("'", "''")}'`;
    }
    case 'Edm.Double':
    case 'Edm.Int32':
      return String(Number(value) + ([0, 0, 0.01, -1][variant % 4] ?? 0));
    case 'Edm.DateTimeOffset':
      return variant % 3 === 0
        ? String(value).slice(0, 10)
        : String(value).replace('Z', variant % 3 === 1 ? 'Z' : '.5Z');
    case 'Edm.Date':
      return variant % 3 === 0 ? `${String(value)}T05:00:00Z` : String(value);
    case 'Edm.Guid':
    case 'Edm.Boolean':
      return String(value);
  }
}

/** Filters over these properties with every operator and function, and values of these rows. */
function filtersOver(properties: PropertyTypes, rows: readonly Row[]): fc.Arbitrary<string> {
  const compared = fc.constantFrom(...Object.entries(properties)).chain(([property, { type }]) => {
    const literal = fc
      .tuple(fc.constantFrom(null, ...rows.map((row) => row[property] ?? null)), fc.nat())
      .map(([value, variant]) => literalOf(type, value, variant));
    const isText = type === 'Edm.String';
    const left = fc.constantFrom(property, ...(isText ? [`tolower(${property})`] : []));
    const operator = fc.constantFrom('eq', 'ne', ...(type === 'Edm.Boolean' ? [] : ['gt', 'ge', 'lt', 'le']));
    const test = fc.constantFrom('contains', 'startswith', 'endswith');
    return fc.oneof(
      fc.tuple(left, operator, literal).map((words) => words.join(' ')),
      fc.tuple(literal, operator, left).map((words) => words.join(' ')),
      fc
        .tuple(left, fc.array(literal, { minLength: 1, maxLength: 3 }))
        .map(([what, of]) => `${what} in (${of.join()})`),
      ...(isText ? [fc.tuple(test, left, literal).map(([by, what, part]) => `${by}(${what},${part})`)] : []),
    );
  });
  const grouped = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.oneof(
      inner,
      fc.tuple(inner, fc.constantFrom('and', 'or'), inner).map((words) => `(${words.join(' ')})`),
      inner.map((negated) => `not (${negated})`),
    );
  return grouped(grouped(compared));
}

const NAMES = new Map([
  ['a', 'Sales'],
  ['b', 'İstanbul & Ohm'],
  ['c', null],
]);
const STORED: Places = {
  id: { parts: [{ field: 'guid' }, { field: 'guid' }] },
  fixed: { value: 'İstanbul & Ohm' },
  guid: { field: 'guid' },
  text: { field: 'text' },
  named: { field: 'reference', names: NAMES },
  count: { field: 'count' },
  score: { field: 'score', isRounded: true },
  active: { field: 'active' },
  day: { field: 'day' },
  at: { field: 'at' },
};
const PROPERTIES: PropertyTypes = {
  ...{ id: textOrNull, fixed: textOrNull, guid: guidOrNull, text: textOrNull, named: textOrNull, count: wholeOrNull },
  ...{ score: decimalOrNull, active: flag, day: dateOrNull, at: instantOrNull },
};
const TEXTS = [
  '',
  'Ana',
  'ana',
  'İstanbul',
  'K2 Kelvin',
  "O'Neil (a.b)*",
  'Straße\n',
  '😀 José',
  '^Ana$',
  'a\u0000b',
  '\uFFFD',
];

test('every row that passes a filter fulfils its condition, whatever the types and values', async () => {
  const stored = fc.record({
    guid: fc.constantFrom(newId(), newId()),
    text: fc.option(fc.constantFrom(...TEXTS)),
    reference: fc.constantFrom('a', 'b', 'c', 'unknown', null),
    count: fc.option(fc.integer({ min: -2, max: 5 })),
    score: fc.option(fc.constantFrom(1, 2.345, 2.3449999, 2.355, 4.995, 1 / 3)),
    active: fc.boolean(),
    day: fc.option(fc.constantFrom('2024-03-01', '2024-02-29', '1999-12-31')),
    at: fc.option(
      fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2026-01-01T00:00:03Z'), noInvalidDate: true }),
    ),
  });
  const documents = fc.sample(stored, 60).map((document, _id) => ({ _id, ...document }));
  const rows = documents.map((document): Row => ({
    ...document,
    id: `${document.guid},${document.guid}`,
    fixed: 'İstanbul & Ohm',
    named: NAMES.get(document.reference ?? '') ?? null,
    score: round2OrNull(document.score),
    at: toInstantOrNull(document.at),
  }));
  const collection = mongoose.connection.collection<{ _id: number }>(`conditions_${newId()}`);
  await collection.insertMany(documents);
  const found = async (condition: Condition): Promise<number[]> =>
    condition === null
      ? []
      : (await collection.find(condition).project({ _id: 1 }).toArray()).map(({ _id }) => Number(_id));
  let left = 0;
  await fc.assert(
    fc.asyncProperty(filtersOver(PROPERTIES, rows), async (filter) => {
      const { passes, condition } = parseFilter(filter, PROPERTIES);
      const wanted = rows.flatMap((row, at) => (passes(row) ? [at] : []));
      const read = await found(condition(STORED));
      left += rows.length - read.length;
      expect(wanted.filter((at) => !read.includes(at))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
  expect(left).toBeGreaterThan(0);
});

test('in lower case no other character begins with i or k', () => {
  const found = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => !/[\0-\x7f]/.test(character) && /[\0-\x7f]/.test(character.toLowerCase()),
  );
  expect(found).toEqual(['\u0130', '\u212A']);
});

describe('answers are those of the filter alone', () => {
  const cycleId = newId();
  let within: <T>(work: () => Promise<T>) => Promise<T>;
  beforeAll(async () => {
    const tenant = await makeTenant();
    ({ within } = tenant);
    await makePublicData(tenant, cycleId);
  });

  const read = async (set: EntitySet, slice: Partial<Parameters<EntitySet['rows']>[0]>): Promise<Row[]> => {
    const rows: Row[] = [];
    for await (const batch of set.rows({ condition: everyRow, from: '', ...slice })) rows.push(...batch);
    return rows;
  };

  test.each(ENTITY_SETS)('$name', async (set) => {
    await within(async () => {
      const all = await read(set, {});
      expect(all.length).toBeGreaterThan(0);
      await fc.assert(
        fc.asyncProperty(filtersOver(set.properties, all), async (filter) => {
          const { passes, bounds, condition } = parseFilter(filter, set.properties);
          const answer = (await read(set, { ...bounds, condition })).filter(passes);
          expect(answer).toEqual(all.filter(passes));
        }),
        { numRuns: 60 },
      );
    });
  });
});

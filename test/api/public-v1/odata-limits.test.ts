import fc from 'fast-check';
import type { EdmType, Property, Value } from '../../../api/public-v1/odata/edm';
import type { EntitySet } from '../../../api/public-v1/odata/entity-set';
import { ENTITY_SETS } from '../../../api/public-v1/odata/entity-sets';
import { parseFilter } from '../../../api/public-v1/odata/filter';
import { NO_LIMITS } from '../../../api/public-v1/odata/limits';
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
    for await (const batch of set.rows({ ...NO_LIMITS, from: '', ...slice })) rows.push(...batch);
    return rows;
  };

  test.each(ENTITY_SETS)('$name', async (set) => {
    await within(async () => {
      const all = await read(set, {});
      expect(all.length).toBeGreaterThan(0);
      await fc.assert(
        fc.asyncProperty(filtersOver(set.properties, all), async (filter) => {
          const { passes, limits } = parseFilter(filter, set.properties);
          const answer = (await read(set, limits)).filter(passes);
          expect(answer).toEqual(all.filter(passes));
        }),
        { numRuns: 60 },
      );
    });
  });
});

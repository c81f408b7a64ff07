import fc from 'fast-check';
import {
  dateOrNull,
  decimalOrNull,
  flag,
  guid,
  instant,
  type Properties,
  textOrNull,
  whole,
} from '../../api/public-v1/odata/edm';
import { parseFilter } from '../../api/public-v1/odata/filter';
import { ODataError } from '../../api/public-v1/odata/odata-error';

interface Person {
  cycleId: string;
  name: string | null;
  score: number | null;
  count: number;
  active: boolean;
  hired: string | null;
  updatedAt: string;
}
const PROPERTIES: Properties<Person> = {
  cycleId: guid,
  name: textOrNull,
  score: decimalOrNull,
  count: whole,
  active: flag,
  hired: dateOrNull,
  updatedAt: instant,
};
const CYCLE = '5d0c1a4e-7b7e-4d0a-9d64-0c9b1f6a2e01';
const OTHER = '9b2f6a1c-4e0d-4c1b-8f35-6a7d9e0c2b12';
const ROW = {
  cycleId: CYCLE,
  name: "Ana O'Neil",
  score: 4.33,
  count: 3,
  active: true,
  hired: '2024-03-01',
  updatedAt: '2026-11-21T09:30:00Z',
};

const passes = (filter: string, row: Partial<Person> = {}): boolean =>
  parseFilter(filter, PROPERTIES).passes({ ...ROW, ...row });

function refusal(filter: string): number {
  try {
    parseFilter(filter, PROPERTIES);
  } catch (error) {
    if (error instanceof ODataError) return error.status;
    throw error;
  }
  return 200;
}

describe('conditions (OData 4.01, part 2, 5.1.1)', () => {
  test.each([
    ["name eq 'Ana O''Neil'", true],
    ["name ne 'Ana O''Neil'", false],
    ['score gt 4', true],
    ['score ge 4.33 and score le 4.33', true],
    ['4 lt score', true],
    ['count in (1,3)', true],
    ["name in ('Ben','Eva')", false],
    [`cycleId eq ${CYCLE}`, true],
    [`cycleId eq ${CYCLE.toUpperCase()}`, true],
    ['score GE 4.33 AND NOT (active EQ false) Or name Eq null', true],
    ["name In ('Ben','Eva')", false],
    ['active', true],
    ['active eq false', false],
    ['not active', false],
    ['not (score lt 4)', true],
    ["contains(name,'Neil')", true],
    ["startswith(tolower(name),'ana')", true],
    ["endswith(name,'x')", false],
    ['hired ge 2024-01-01', true],
    ['hired lt 2024-03-01', false],
    ['updatedAt eq 2026-11-21T10:30:00+01:00', true],
    ['updatedAt ge 2026-11-21T09:30:00.5Z', false],
    ['updatedAt ge 2026-11-21', true],
    ["false and name eq 'x' or active", true],
    ["active or (active and name eq 'x')", true],
    ["(active or active) and name eq 'x'", false],
    ['(score) gt (4)', true],
    ['score gt 4e0', true],
    ['score gt -1', true],
  ])('%s: %s', (filter, expected) => expect(passes(filter)).toBe(expected));
});

describe('null', () => {
  test.each([
    ['name eq null', true],
    ['name ne null', false],
    ["name eq 'x'", false],
    ["name ne 'x'", true],
    ['score gt 1', false],
    ['not (score gt 1)', true],
    ["contains(name,'x')", false],
    ["not contains(name,'x')", false],
    ["contains(name,'x') or active", true],
    ['score in (null,1)', true],
  ])('%s: %s', (filter, expected) => expect(passes(filter, { name: null, score: null })).toBe(expected));
});

const limitsOf = (filter: string) => parseFilter(filter, PROPERTIES).limits;

describe('what is read: rows changed since then and before', () => {
  test.each([
    ['updatedAt ge 2026-01-01T00:00:00Z', { since: new Date('2026-01-01T00:00:00Z') }],
    ['2026-01-01T00:00:00Z lt updatedAt', { since: new Date('2026-01-01T00:00:00Z') }],
    [
      'updatedAt gt 2026-01-01T00:00:00Z and updatedAt gt 2026-02-01T00:00:00Z',
      { since: new Date('2026-02-01T00:00:00Z') },
    ],
    ['updatedAt lt 2026-01-01T00:00:00Z', { until: new Date('2026-01-01T00:00:00Z') }],
    ['updatedAt lt 2026-01-01T00:00:00.5Z', { until: new Date('2026-01-01T00:00:01Z') }],
    ['updatedAt le 2026-01-01T00:00:00Z', { until: new Date('2026-01-01T00:00:01Z') }],
    [
      'updatedAt lt 2026-01-01T00:00:00Z and updatedAt lt 2025-01-01T00:00:00Z',
      { until: new Date('2025-01-01T00:00:00Z') },
    ],
    [
      'updatedAt eq 2026-01-01T00:00:00Z',
      { since: new Date('2026-01-01T00:00:00Z'), until: new Date('2026-01-01T00:00:01Z') },
    ],
    ['updatedAt ne 2026-01-01T00:00:00Z', {}],
    ['updatedAt eq null', {}],
    ['hired lt 2026-01-01', {}],
    ['updatedAt lt 2026-01-01T00:00:00Z or active', {}],
    ['not (updatedAt lt 2026-01-01T00:00:00Z)', {}],
  ])('%s', (filter, expected) => expect(limitsOf(filter)).toEqual({ values: {}, ...expected }));
});

describe('what is read: rows of these ids', () => {
  test.each([
    [`cycleId eq ${CYCLE}`, [CYCLE]],
    [`${CYCLE.toUpperCase()} eq cycleId`, [CYCLE]],
    ['cycleId eq null', [null]],
    [`cycleId in (${CYCLE},${OTHER})`, [CYCLE, OTHER]],
    [`cycleId eq ${CYCLE} or cycleId eq ${OTHER}`, [CYCLE, OTHER]],
    [`cycleId in (${CYCLE},${OTHER}) and cycleId eq ${OTHER}`, [OTHER]],
    [`cycleId eq ${CYCLE} and cycleId eq ${OTHER}`, []],
    [`(cycleId eq ${CYCLE} and count gt 1) or (cycleId eq ${OTHER} and active)`, [CYCLE, OTHER]],
    [`cycleId eq ${CYCLE} or count gt 1`, undefined],
    [`cycleId ne ${CYCLE}`, undefined],
    [`not (cycleId eq ${CYCLE})`, undefined],
  ])('%s', (filter, expected) => expect(limitsOf(filter).values['cycleId']).toEqual(expected));

  test('another spelling of a text is none of them', () =>
    expect(limitsOf("tolower(name) eq 'ana'").values['name']).toBeUndefined());
});

describe('refusals', () => {
  test.each([
    ['', 400],
    ['unknown eq 1', 400],
    ['constructor eq 1', 400],
    ['name', 400],
    ['name eq', 400],
    ["name eq 'x", 400],
    ['name eq 1', 400],
    ["score eq 'x'", 400],
    ['cycleId eq 5', 400],
    ["updatedAt gt 'x'", 400],
    ['updatedAt gt 2026-02-30T00:00:00Z', 400],
    ['(active', 400],
    ['active)', 400],
    ['active active', 400],
    ['count in ()', 400],
    ['count in 1', 400],
    ['contains(name)', 400],
    ['contains(score,1)', 400],
    ['nonsense(name)', 400],
    ['toString(name)', 400],
    ['active;', 400],
    ['length(name) gt 3', 501],
    ['year(hired) eq 2024', 501],
    ['count add 1 eq 2', 501],
    ["name has 'x'", 501],
    [`${'('.repeat(200)}active${')'.repeat(200)}`, 400],
    [`${'not '.repeat(200)}active`, 400],
    [`name eq '${'x'.repeat(5_000)}'`, 400],
  ])('%s: %i', (filter, status) => expect(refusal(filter)).toBe(status));
});

test('no text is anything but a filter or a refusal, and none takes long', () => {
  const pieces = fc.constantFrom(
    ...[
      'name',
      'score',
      'active',
      'eq',
      'in',
      'and',
      'or',
      'not',
      '(',
      ')',
      ',',
      "'x'",
      "'",
      '1',
      'null',
      'true',
      CYCLE,
    ],
    ...['contains', 'tolower', '2026-01-01', '2026-01-01T00:00:00Z', ' ', '-', '$', '\u0000', 'é'],
  );
  const filters = fc.oneof(
    fc.array(pieces, { maxLength: 60 }).map((found) => found.join(' ')),
    fc.array(pieces, { maxLength: 60 }).map((found) => found.join('')),
    fc.string({ maxLength: 300 }),
  );
  fc.assert(
    fc.property(filters, (filter) => {
      expect([200, 400, 501]).toContain(refusal(filter));
      if (refusal(filter) === 200) expect(typeof passes(filter)).toBe('boolean');
    }),
    { numRuns: 2_000 },
  );
});

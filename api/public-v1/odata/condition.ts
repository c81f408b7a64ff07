import type { EdmType, Value } from './edm';
import type { Expression } from './filter-expression';

/** Where the rows of one reading have the values of a property. */
export type Place =
  /** All of them have this one. */
  | { value: Value }
  /** In a stored field; `isRounded`: rows show two of its decimals. */
  | { field: string; isRounded?: true }
  /** A stored field refers to it; an id that is not among these has null. */
  | { field: string; names: ReadonlyMap<string, Value> }
  /** In a text of several values, of which these are the first. */
  | { parts: readonly Place[] };

/** The places of properties; one that is missing here is compared when the rows are read. */
export type Places = Readonly<Record<string, Place>>;

/** Places of properties whose fields have the same names. */
export const storedAs = (...fields: readonly string[]): Places =>
  Object.fromEntries(fields.map((field) => [field, { field }]));

/** A query of the database that every row which passes fulfils, beside others; null: no row passes. */
export type Condition = Readonly<Record<string, unknown>> | null;

/** A property, or its lower case, compared with values. */
export interface Comparison {
  operator: string;
  property: string;
  type: EdmType;
  isLowered: boolean;
  values: readonly Value[];
}

/** The most ids that a query names; where more are wanted, most rows are read anyway. */
export const MAX_NAMED = 500;

const ANY: Condition = {};
/** The condition of a reading without a filter. */
export const everyRow = (): Condition => ANY;

/** Whether a condition leaves out no row. */
export function isAny(condition: Condition): boolean {
  return condition !== null && Object.keys(condition).length === 0;
}

/** The condition of rows that fulfil all of these. */
export function allOf(...conditions: readonly Condition[]): Condition {
  if (conditions.includes(null)) return null;
  const narrowing = conditions.filter((condition) => !isAny(condition));
  return narrowing.length > 1 ? { $and: narrowing } : (narrowing[0] ?? ANY);
}

function anyOf(...conditions: readonly Condition[]): Condition {
  const possible = conditions.filter((condition) => condition !== null);
  if (possible.some(isAny)) return ANY;
  return possible.length > 1 ? { $or: possible } : (possible[0] ?? null);
}

/** Returns what the database can know of the rows that pass an expression. */
export function conditionOf(expression: Expression, places: Places): Condition {
  const { reads, evaluate, form } = expression;
  const passes = (row: Readonly<Record<string, Value>>): boolean => evaluate(row) === true;
  const values: Record<string, Value> = {};
  for (const property of reads) {
    const place = places[property];
    if (place && 'value' in place) values[property] = place.value;
  }
  if (reads.every((property) => property in values)) return passes(values) ? ANY : null;
  const [property = '', ...others] = reads;
  const place = places[property];
  // Any expression over one name can be tried with each of them.
  if (others.length === 0 && place && 'names' in place) return ofNames(place, (name) => passes({ [property]: name }));
  if (!form) return ANY;
  if ('property' in form) return place ? ofComparison(place, form) : ANY;
  const conditions = form.operands.map((operand) => conditionOf(operand, places));
  return form.operator === 'and' ? allOf(...conditions) : anyOf(...conditions);
}

function ofNames(
  { field, names }: { field: string; names: ReadonlyMap<string, Value> },
  passes: (name: Value) => boolean,
): Condition {
  const isNullWanted = passes(null);
  const ids = [...names].flatMap(([id, name]) => (passes(name) === isNullWanted ? [] : [id]));
  if (ids.length > MAX_NAMED) return ANY;
  if (ids.length === 0) return isNullWanted ? ANY : null;
  return { [field]: isNullWanted ? { $nin: ids } : { $in: ids } };
}

function ofComparison(place: Place, comparison: Comparison): Condition {
  const { operator, values } = comparison;
  if (operator !== 'in') return ofValue(place, comparison, values[0] ?? null);
  if ('field' in place && isExact(place, comparison)) return { [place.field]: { $in: values } };
  return anyOf(...values.map((value) => ofValue(place, { ...comparison, operator: 'eq' }, value)));
}

/** Whether rows show the stored values as they are: not rounded, nor as another text. */
function isExact(place: Place, { type, isLowered }: Comparison): boolean {
  return !('isRounded' in place) && !isLowered && type !== 'Edm.DateTimeOffset' && type !== 'Edm.Date';
}

function ofValue(place: Place, comparison: Comparison, value: Value): Condition {
  const { operator, type, isLowered } = comparison;
  if ('parts' in place) return operator === 'eq' && !isLowered ? ofParts(place.parts, comparison, String(value)) : ANY;
  if ('value' in place) return operator === 'eq' && value !== place.value ? null : ANY;
  const { field } = place;
  const isEquality = operator === 'eq' || operator === 'ne';
  if (value === null && !isEquality) return null;
  if (value !== null && operator in ANCHORS && (isLowered || operator !== 'eq'))
    return ofText(field, comparison, String(value));
  // Databases order texts otherwise than JavaScript.
  if (value !== null && (isLowered || (type === 'Edm.String' && !isEquality))) return ANY;
  if (value === null || isExact(place, comparison))
    return { [field]: operator === 'eq' ? value : { [OPERATORS[operator] ?? '']: value } };
  return ofRange(field, operator, type === 'Edm.Double' ? around(Number(value)) : timesOf(type, String(value)));
}

function ofParts(places: readonly Place[], comparison: Comparison, text: string): Condition {
  const parts = text.split(',');
  return allOf(...places.map((place, at) => ofValue(place, comparison, parts[at] ?? '')));
}

const OPERATORS: Readonly<Record<string, string>> = {
  ...{ ne: '$ne', gt: '$gt', ge: '$gte', lt: '$lt', le: '$lte' },
};

/** The first and the last stored value that rows can show as one. */
type Shown = readonly [low: unknown, high: unknown] | null;

/** Half of the last of two decimals, and more than binary fractions err. */
const ROUNDING = 0.005_1;
const around = (value: number): Shown => [value - ROUNDING, value + ROUNDING];

/** Instants are shown in whole seconds, and dates are stored as texts. */
function timesOf(type: EdmType, text: string): Shown {
  const time = Date.parse(text);
  if (type === 'Edm.DateTimeOffset') return [new Date(time), new Date(time + 1_000)];
  const date = new Date(time).toISOString().slice(0, 10);
  // An instant with an offset can be in a year that no date has.
  return type === 'Edm.Date' && /^\d{4}-\d\d-\d\d$/.test(date) ? [date, date] : null;
}

function ofRange(field: string, operator: string, shown: Shown): Condition {
  if (!shown || operator === 'ne') return ANY;
  const [low, high] = shown;
  const isBelow = operator === 'lt' || operator === 'le';
  const isAbove = operator === 'gt' || operator === 'ge';
  return { [field]: { ...(isBelow ? {} : { $gte: low }), ...(isAbove ? {} : { $lte: high }) } };
}

/** Where a text must stand: at the beginning, at the end. */
const ANCHORS: Readonly<Record<string, readonly [start: boolean, end: boolean]>> = {
  contains: [false, false],
  startswith: [true, false],
  endswith: [false, true],
  eq: [true, true],
};
/** Characters that patterns of every engine read alike; in lower case those whose upper case is known. */
const PLAIN = /[ -~\u{A0}-\u{D7FF}]+/gu;
const PLAIN_LOWER = /[ -~]+/g;
/** Characters besides the capital whose lower case begins with these. */
const CAPITALS: Readonly<Record<string, string>> = { i: '\u{130}', k: '\u{212A}' };

/** A pattern of the longest part of a text that has plain characters alone. */
function ofText(field: string, { operator, isLowered }: Comparison, text: string): Condition {
  const anchors = ANCHORS[operator];
  const parts = [...text.matchAll(isLowered ? PLAIN_LOWER : PLAIN)];
  const [longest] = parts.sort(([a], [b]) => b.length - a.length);
  if (!anchors || !longest) return ANY;
  const [part] = longest;
  const isFirst = longest.index === 0;
  const isLast = longest.index + part.length === text.length;
  const pattern = [...part].map((character) => (isLowered ? anyCase(character) : escaped(character))).join('');
  return { [field]: { $regex: `${anchors[0] && isFirst ? '^' : ''}${pattern}${anchors[1] && isLast ? '$' : ''}` } };
}

const escaped = (character: string): string => character.replace(/[.*+?^${}()|[\]\\/-]/, '\\$&');
const anyCase = (character: string): string =>
  /[a-z]/i.test(character)
    ? `[${character.toLowerCase()}${character.toUpperCase()}${CAPITALS[character.toLowerCase()] ?? ''}]`
    : escaped(character);

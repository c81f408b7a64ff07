import type { EdmType, Value } from './edm';
import { badRequest } from './odata-error';

/** A row of an entity set, by property. */
export type Row = Readonly<Record<string, Value>>;

/** Restrictions by which a source can skip rows that do not pass a filter. */
export interface Bounds {
  /** The texts of which properties have one, by property; absent: any. */
  values?: Readonly<Record<string, ReadonlySet<string>>>;
  /** Rows changed at or after this instant; absent: any. */
  since?: Date;
  /** Rows changed before this instant; absent: any. */
  until?: Date;
}

/** An expression with its type; `null` is the type of the literal null. */
export interface Expression {
  type: EdmType | 'null';
  evaluate: (row: Row) => Value;
  bounds: Bounds;
  /** The property, if the expression is only that. */
  property?: string;
  /** The value, if the expression is a literal. */
  literal?: Value;
}

const NUMBERS: ReadonlySet<string> = new Set(['Edm.Int32', 'Edm.Double']);
const TIMES: ReadonlySet<string> = new Set(['Edm.Date', 'Edm.DateTimeOffset']);

/** Throws 400 unless values of the two types can be compared. */
function assertComparable(left: Expression, right: Expression, operator: string): void {
  const both = [left.type, right.type];
  const isSame = left.type === right.type || both.includes('null');
  if (isSame || both.every((type) => NUMBERS.has(type)) || both.every((type) => TIMES.has(type))) return;
  throw badRequest(`$filter: ${left.type} and ${right.type} cannot be compared by "${operator}".`);
}

/** Comparison operators, with null as in OData 4.01 (part 2, 5.1.1.1). */
export const COMPARISONS: Readonly<Record<string, (left: Value, right: Value) => boolean>> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  gt: (left, right) => left !== null && right !== null && left > right,
  ge: (left, right) => left !== null && right !== null && left >= right,
  lt: (left, right) => left !== null && right !== null && left < right,
  le: (left, right) => left !== null && right !== null && left <= right,
};

/** Converts timestamps and dates to milliseconds, since one instant has several spellings. */
function comparable({ type, evaluate, literal }: Expression): (row: Row) => Value {
  if (!TIMES.has(type)) return evaluate;
  if (literal !== undefined) {
    const constant = inMilliseconds(literal);
    return () => constant;
  }
  return (row) => inMilliseconds(evaluate(row));
}

const inMilliseconds = (value: Value): Value => (typeof value === 'string' ? Date.parse(value) : value);

/** `left operator right`, with what the comparison says about the rows to read. */
export function comparison(operator: string, left: Expression, right: Expression): Expression {
  assertComparable(left, right, operator);
  const compare = COMPARISONS[operator] ?? (() => false);
  const [a, b] = [comparable(left), comparable(right)];
  return { type: 'Edm.Boolean', evaluate: (row) => compare(a(row), b(row)), bounds: boundsOf(operator, left, right) };
}

/** Returns `value in (options)`. */
export function membership(value: Expression, options: readonly Expression[]): Expression {
  for (const option of options) assertComparable(value, option, 'in');
  const allowed = new Set(options.map((option) => comparable(option)({})));
  const read = comparable(value);
  const texts = options.flatMap(({ literal }) => (typeof literal === 'string' ? literal : []));
  const isBound = isIdOrText(value) && texts.length === options.length;
  return {
    type: 'Edm.Boolean',
    evaluate: (row) => allowed.has(read(row)),
    bounds: isBound ? valuesOf(value, texts) : {},
  };
}

const FLIPPED: Readonly<Record<string, string>> = { eq: 'eq', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' };

function boundsOf(operator: string, left: Expression, right: Expression): Bounds {
  if (left.property === undefined && right.property !== undefined)
    return boundsOf(FLIPPED[operator] ?? operator, right, left);
  const { literal } = right;
  if (typeof literal !== 'string') return {};
  if (operator === 'eq' && isIdOrText(left)) return valuesOf(left, [literal]);
  return left.property === 'updatedAt' ? changeBounds(operator, Date.parse(literal)) : {};
}

const isIdOrText = ({ type }: Expression): boolean => type === 'Edm.Guid' || type === 'Edm.String';

const valuesOf = ({ property }: Expression, texts: readonly string[]): Bounds =>
  property === undefined ? {} : { values: { [property]: new Set(texts) } };

/** Rows show the second in which they were changed, so the last one that is wanted goes on to its end. */
function changeBounds(operator: string, time: number): Bounds {
  const since = { since: new Date(time) };
  const until = { until: new Date((Math.floor(time / 1_000) + 1) * 1_000) };
  switch (operator) {
    case 'eq':
      return { ...since, ...until };
    case 'gt':
    case 'ge':
      return since;
    case 'lt':
      return { until: new Date(Math.ceil(time / 1_000) * 1_000) };
    case 'le':
      return until;
    default:
      return {};
  }
}

/** Returns the bounds of two conditions that must both hold. */
export function bothBounds(left: Bounds, right: Bounds): Bounds {
  const since = outermost(left.since, right.since, (a, b) => a > b);
  const until = outermost(left.until, right.until, (a, b) => a < b);
  const values = { ...left.values };
  for (const [property, texts] of Object.entries(right.values ?? {}))
    values[property] = commonOf(values[property], texts) ?? texts;
  return {
    ...(Object.keys(values).length > 0 ? { values } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
  };
}

function outermost(a: Date | undefined, b: Date | undefined, isFirst: (a: Date, b: Date) => boolean): Date | undefined {
  return a && b ? (isFirst(a, b) ? a : b) : (a ?? b);
}

/** The texts that are in both sets; an absent set holds all. */
export function commonOf(
  left: ReadonlySet<string> | undefined,
  right: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  return left && right ? new Set([...left].filter((text) => right.has(text))) : (left ?? right);
}

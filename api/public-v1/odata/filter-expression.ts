import type { EdmType, Value } from './edm';
import { badRequest } from './odata-error';

/** A row of an entity set, by property. */
export type Row = Readonly<Record<string, Value>>;

/** Which rows can pass a filter, as far as a source reads only those. */
export interface Bounds {
  /** Ids of cycles; absent: any. */
  cycleIds?: ReadonlySet<string>;
  /** Rows changed at or after this instant; absent: any. */
  since?: Date;
}

/** An expression with its type; `null` is the type of the literal null. */
export interface Expression {
  type: EdmType | 'null';
  evaluate: (row: Row) => Value;
  bounds: Bounds;
  /** The property that the expression reads, when it is one alone. */
  property?: string;
  /** The value, when the expression is a literal. */
  literal?: Value;
}

const NUMBERS: ReadonlySet<string> = new Set(['Edm.Int32', 'Edm.Double']);
const TIMES: ReadonlySet<string> = new Set(['Edm.Date', 'Edm.DateTimeOffset']);

/** Whether values of the two types can be compared; throws 400 where they cannot. */
function assertComparable(left: Expression, right: Expression, operator: string): void {
  const both = [left.type, right.type];
  const isSame = left.type === right.type || both.includes('null');
  if (isSame || both.every((type) => NUMBERS.has(type)) || both.every((type) => TIMES.has(type))) return;
  throw badRequest(`$filter: ${left.type} and ${right.type} cannot be compared by "${operator}".`);
}

/** Operators that compare two values, null by the rules of OData 4.01 (part 2, 5.1.1.1). */
export const COMPARISONS: Readonly<Record<string, (left: Value, right: Value) => boolean>> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  gt: (left, right) => left !== null && right !== null && left > right,
  ge: (left, right) => left !== null && right !== null && left >= right,
  lt: (left, right) => left !== null && right !== null && left < right,
  le: (left, right) => left !== null && right !== null && left <= right,
};

/** What is compared: instants and dates as milliseconds, since one instant can be written in several ways. */
function comparable({ type, evaluate, literal }: Expression): (row: Row) => Value {
  if (!TIMES.has(type)) return evaluate;
  if (literal !== undefined) {
    const constant = inMilliseconds(literal);
    return () => constant;
  }
  return (row) => inMilliseconds(evaluate(row));
}

const inMilliseconds = (value: Value): Value => (typeof value === 'string' ? Date.parse(value) : value);

/** `left operator right`, with what the comparison says about the cycles and the changes to read. */
export function comparison(operator: string, left: Expression, right: Expression): Expression {
  assertComparable(left, right, operator);
  const compare = COMPARISONS[operator] ?? (() => false);
  const [a, b] = [comparable(left), comparable(right)];
  return { type: 'Edm.Boolean', evaluate: (row) => compare(a(row), b(row)), bounds: boundsOf(operator, left, right) };
}

/** `value in (options)`. */
export function membership(value: Expression, options: readonly Expression[]): Expression {
  for (const option of options) assertComparable(value, option, 'in');
  const allowed = new Set(options.map((option) => comparable(option)({})));
  const read = comparable(value);
  const ids = options.flatMap(({ literal }) => (typeof literal === 'string' ? literal : []));
  const isOfCycles = value.property === 'cycleId' && ids.length === options.length;
  return {
    type: 'Edm.Boolean',
    evaluate: (row) => allowed.has(read(row)),
    bounds: isOfCycles ? { cycleIds: new Set(ids) } : {},
  };
}

const FLIPPED: Readonly<Record<string, string>> = { eq: 'eq', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' };

function boundsOf(operator: string, left: Expression, right: Expression): Bounds {
  if (left.property === undefined && right.property !== undefined)
    return boundsOf(FLIPPED[operator] ?? operator, right, left);
  const { literal } = right;
  if (typeof literal !== 'string') return {};
  if (left.property === 'cycleId' && operator === 'eq') return { cycleIds: new Set([literal]) };
  const isAtLeast = operator === 'eq' || operator === 'gt' || operator === 'ge';
  if (left.property === 'updatedAt' && isAtLeast) return { since: new Date(literal) };
  return {};
}

/** What two conditions that must both hold say together. */
export function bothBounds(left: Bounds, right: Bounds): Bounds {
  const { cycleIds: a, since: from } = left;
  const { cycleIds: b, since: to } = right;
  const cycleIds = a && b ? new Set([...a].filter((id) => b.has(id))) : (a ?? b);
  const since = from && to ? (from > to ? from : to) : (from ?? to);
  return { ...(cycleIds ? { cycleIds } : {}), ...(since ? { since } : {}) };
}

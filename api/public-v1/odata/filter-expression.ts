import type { EdmType, Value } from './edm';
import { bothLimits, changedBy, type Limits, NO_LIMITS, oneOf } from './limits';
import { badRequest } from './odata-error';

export type Row = Readonly<Record<string, Value>>;

/** An expression with its type; `null` is the type of the literal null. */
export interface Expression {
  type: EdmType | 'null';
  evaluate: (row: Row) => Value;
  /** What the rows have in common for which it is true. */
  limits: Limits;
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

/** `left operator right`. */
export function comparison(operator: string, left: Expression, right: Expression): Expression {
  assertComparable(left, right, operator);
  const compare = COMPARISONS[operator] ?? (() => false);
  const [a, b] = [comparable(left), comparable(right)];
  return {
    type: 'Edm.Boolean',
    evaluate: (row) => compare(a(row), b(row)),
    limits: bothLimits(limitsOf(left, operator, right), limitsOf(right, FLIPPED[operator] ?? operator, left)),
  };
}

const FLIPPED: Readonly<Record<string, string>> = { gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' };

function limitsOf({ property }: Expression, operator: string, { literal }: Expression): Limits {
  if (property === undefined || literal === undefined) return NO_LIMITS;
  if (property === 'updatedAt')
    return typeof literal === 'string' ? changedBy(operator, Date.parse(literal)) : NO_LIMITS;
  return operator === 'eq' ? oneOf(property, [literal]) : NO_LIMITS;
}

/** Returns `value in (options)`. */
export function membership(value: Expression, options: readonly Expression[]): Expression {
  for (const option of options) assertComparable(value, option, 'in');
  const allowed = new Set(options.map((option) => comparable(option)({})));
  const read = comparable(value);
  const literals = options.flatMap(({ literal }) => (literal === undefined ? [] : [literal]));
  return {
    type: 'Edm.Boolean',
    evaluate: (row) => allowed.has(read(row)),
    limits:
      value.property === undefined || literals.length < options.length ? NO_LIMITS : oneOf(value.property, literals),
  };
}

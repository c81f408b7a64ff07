import type { Comparison } from './condition';
import type { EdmType, Value } from './edm';
import { badRequest } from './odata-error';

/** A row of an entity set, by property. */
export type Row = Readonly<Record<string, Value>>;

/** The changes of rows that can pass a filter. */
export interface Bounds {
  /** Rows changed at or after this instant; absent: whenever they changed. */
  since?: Date;
  /** Rows changed before this instant; absent: whenever they changed. */
  until?: Date;
}

/** An expression with its type; `null` is the type of the literal null. */
export interface Expression {
  type: EdmType | 'null';
  evaluate: (row: Row) => Value;
  /** The properties that it reads. */
  reads: readonly string[];
  /** What a condition can be made of; absent: it is evaluated with rows alone. */
  form?: Comparison | { operator: 'and' | 'or'; operands: readonly Expression[] };
  /** The property, if the expression is only that or its lower case. */
  property?: string;
  isLowered?: boolean;
  /** The value, if the expression is a literal. */
  literal?: Value;
}

/** The properties that some expressions read. */
export function readsOf(...expressions: readonly Expression[]): string[] {
  return [...new Set(expressions.flatMap(({ reads }) => reads))];
}

/** A property compared with literals, if an expression is that. */
export function comparedWith(
  { property, type, isLowered = false }: Expression,
  operator: string,
  literals: readonly Expression[],
): Pick<Expression, 'form'> {
  const values = literals.flatMap(({ literal }) => (literal === undefined ? [] : [literal]));
  if (property === undefined || type === 'null' || values.length < literals.length) return {};
  return { form: { operator, property, type, isLowered, values } };
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
  const isFlipped = left.property === undefined;
  const [property, literal, asked] = isFlipped ? [right, left, FLIPPED[operator] ?? operator] : [left, right, operator];
  return {
    type: 'Edm.Boolean',
    evaluate: (row) => compare(a(row), b(row)),
    reads: readsOf(left, right),
    ...comparedWith(property, asked, [literal]),
  };
}

/** Returns `value in (options)`. */
export function membership(value: Expression, options: readonly Expression[]): Expression {
  for (const option of options) assertComparable(value, option, 'in');
  const allowed = new Set(options.map((option) => comparable(option)({})));
  const read = comparable(value);
  return {
    type: 'Edm.Boolean',
    evaluate: (row) => allowed.has(read(row)),
    reads: readsOf(value, ...options),
    ...comparedWith(value, 'in', options),
  };
}

const FLIPPED: Readonly<Record<string, string>> = { gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' };

/** Returns the bounds of rows that can pass. */
export function boundsOf({ form }: Expression): Bounds {
  if (!form) return {};
  if ('operands' in form) return form.operator === 'and' ? form.operands.map(boundsOf).reduce(bothBounds) : {};
  const [literal] = form.property === 'updatedAt' ? form.values : [];
  return typeof literal === 'string' ? changeBounds(form.operator, Date.parse(literal)) : {};
}

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

function bothBounds(left: Bounds, right: Bounds): Bounds {
  const since = outermost(left.since, right.since, (a, b) => a > b);
  const until = outermost(left.until, right.until, (a, b) => a < b);
  return { ...(since ? { since } : {}), ...(until ? { until } : {}) };
}

function outermost(a: Date | undefined, b: Date | undefined, isFirst: (a: Date, b: Date) => boolean): Date | undefined {
  return a && b ? (isFirst(a, b) ? a : b) : (a ?? b);
}

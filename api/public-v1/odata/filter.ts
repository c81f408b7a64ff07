import { parseCalendarDate } from '../../../shared/kernel/clock';
import type { EdmType, Property, Value } from './edm';
import { COMPARISONS, comparison, type Expression, membership, type Row } from './filter-expression';
import { type Token, tokensOf } from './filter-tokens';
import { bothLimits, eitherLimits, type Limits, NO_LIMITS, oneOf } from './limits';
import { badRequest, notImplemented } from './odata-error';

/** Longest filter: Power Query sends some hundred characters. */
const MAX_LENGTH = 4_000;
/** Deepest nesting of parentheses and `not`. */
const MAX_DEPTH = 100;

const TEXT_FUNCTIONS: Readonly<Record<string, (whole: string, part: string) => boolean>> = {
  contains: (whole, part) => whole.includes(part),
  startswith: (whole, part) => whole.startsWith(part),
  endswith: (whole, part) => whole.endsWith(part),
};
/** Functions of OData 4.01 that this service does not support. */
const OTHER_FUNCTIONS: ReadonlySet<string> = new Set(
  'toupper trim length indexof substring concat matchespattern year month day hour minute second fractionalseconds date time totaloffsetminutes now maxdatetime mindatetime round floor ceiling cast isof case hassubset hassubsequence'.split(
    ' ',
  ),
);
const OTHER_OPERATORS: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'div', 'divby', 'mod', 'has']);

/** Which rows pass, and what they have in common. */
export interface Filter {
  passes: (row: Row) => boolean;
  limits: Limits;
}

/**
 * Parses `$filter`: eq ne gt ge lt le in, and or not, parentheses, contains startswith endswith tolower, null, dates
 * (OData 4.01, part 2, 5.1.1); operators in any case. Throws 400 for an invalid filter of these properties, 501 for what OData has and this
 * service does not support.
 */
export function parseFilter(source: string, properties: Readonly<Record<string, Property>>): Filter {
  if (source.length > MAX_LENGTH) throw badRequest(`$filter has more than ${MAX_LENGTH} characters.`);
  const expression = new FilterParser(tokensOf(source), properties).whole();
  return { passes: (row) => expression.evaluate(row) === true, limits: expression.limits };
}

class FilterParser {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly properties: Readonly<Record<string, Property>>,
  ) {}

  whole(): Expression {
    const expression = condition(this.or());
    if (this.peek().kind !== 'end') throw this.unexpected();
    return expression;
  }

  private or(): Expression {
    let left = this.and();
    while (this.takeWord('or')) left = either(condition(left), condition(this.and()));
    return left;
  }

  private and(): Expression {
    let left = this.comparison();
    while (this.takeWord('and')) left = both(condition(left), condition(this.comparison()));
    return left;
  }

  private comparison(): Expression {
    const left = this.unary();
    const { kind, text } = this.peek();
    if (kind !== 'name') return left;
    const operator = text.toLowerCase();
    if (OTHER_OPERATORS.has(operator)) throw notImplemented(`The operator "${text}" in $filter`);
    if (this.takeWord('in')) return membership(left, this.list());
    if (!Object.hasOwn(COMPARISONS, operator)) return left;
    this.at += 1;
    return comparison(operator, left, this.unary());
  }

  private unary(): Expression {
    if (!this.takeWord('not')) return this.primary();
    return this.nested(() => {
      const inner = condition(this.unary());
      return {
        type: 'Edm.Boolean',
        evaluate: (row) => {
          const value = inner.evaluate(row);
          return value === null ? null : value !== true;
        },
        limits: NO_LIMITS,
      };
    });
  }

  private primary(): Expression {
    const token = this.peek();
    this.at += 1;
    switch (token.kind) {
      case '(':
        return this.nested(() => this.closed(this.or()));
      case 'string':
        return constant('Edm.String', token.text);
      case 'guid':
        return constant('Edm.Guid', token.text.toLowerCase());
      case 'number':
        return constant(/^-?\d+$/.test(token.text) ? 'Edm.Int32' : 'Edm.Double', Number(token.text));
      case 'date':
        return constant('Edm.Date', validTime(token));
      case 'instant':
        return constant('Edm.DateTimeOffset', validTime(token));
      case 'name':
        return this.named(token);
      case ')':
      case ',':
      case 'end':
        this.at -= 1;
        throw this.unexpected();
    }
  }

  private named({ text }: Token): Expression {
    if (this.peek().kind === '(') return this.call(text);
    if (text === 'null') return constant('null', null);
    if (text === 'true' || text === 'false') return constant('Edm.Boolean', text === 'true');
    const property = Object.hasOwn(this.properties, text) ? this.properties[text] : undefined;
    if (!property) throw badRequest(`$filter: "${text}" is not a property of this entity set.`);
    const { type } = property;
    const limits = type === 'Edm.Boolean' ? oneOf(text, [true]) : NO_LIMITS;
    return { type, evaluate: (row) => row[text] ?? null, limits, property: text };
  }

  private call(name: string): Expression {
    const called = name.toLowerCase();
    if (OTHER_FUNCTIONS.has(called)) throw notImplemented(`The function "${name}" in $filter`);
    const test = Object.hasOwn(TEXT_FUNCTIONS, called) ? TEXT_FUNCTIONS[called] : undefined;
    if (!test && called !== 'tolower') throw badRequest(`$filter: "${name}" is not a function.`);
    const [first, second, ...more] = this.list().map((argument) => textArgument(name, argument));
    if (!first || more.length > 0 || (second === undefined) !== (test === undefined))
      throw badRequest(`$filter: "${name}" takes ${test ? 'two arguments' : 'one argument'}.`);
    if (!test || !second) return lowered(first);
    return {
      type: 'Edm.Boolean',
      evaluate: (row) => {
        const [whole, part] = [textOf(first.evaluate(row)), textOf(second.evaluate(row))];
        return whole === null || part === null ? null : test(whole, part);
      },
      limits: NO_LIMITS,
    };
  }

  /** Parses expressions in parentheses, separated by commas; at least one. */
  private list(): Expression[] {
    if (this.peek().kind !== '(') throw this.unexpected();
    this.at += 1;
    return this.nested(() => {
      const items = [this.or()];
      while (this.peek().kind === ',') {
        this.at += 1;
        items.push(this.or());
      }
      return this.closed(items);
    });
  }

  private closed<T>(parsed: T): T {
    if (this.peek().kind !== ')') throw this.unexpected();
    this.at += 1;
    return parsed;
  }

  private nested<T>(parse: () => T): T {
    if (this.depth >= MAX_DEPTH) throw badRequest('$filter is nested too deeply.');
    this.depth += 1;
    const parsed = parse();
    this.depth -= 1;
    return parsed;
  }

  private peek(): Token {
    return this.tokens[Math.min(this.at, this.tokens.length - 1)] ?? { kind: 'end', text: '', at: 1 };
  }

  private takeWord(word: string): boolean {
    const { kind, text } = this.peek();
    const isWord = kind === 'name' && text.toLowerCase() === word;
    if (isWord) this.at += 1;
    return isWord;
  }

  private unexpected(): Error {
    const { kind, text, at } = this.peek();
    return badRequest(
      kind === 'end' ? '$filter ends too early.' : `$filter: "${text}" at character ${at} is unexpected.`,
    );
  }
}

const textOf = (value: Value): string | null => (typeof value === 'string' ? value : null);

function constant(type: EdmType | 'null', literal: Value): Expression {
  return { type, evaluate: () => literal, limits: NO_LIMITS, literal };
}

function lowered(text: Expression): Expression {
  const lower = (value: Value): Value => textOf(value)?.toLowerCase() ?? null;
  if (text.literal !== undefined) return constant('Edm.String', lower(text.literal));
  return { type: 'Edm.String', evaluate: (row) => lower(text.evaluate(row)), limits: NO_LIMITS };
}

function validTime({ text, at }: Token): string {
  // JavaScript reads February 30 as March 2.
  if (parseCalendarDate(text.slice(0, 10)) === null || Number.isNaN(Date.parse(text)))
    throw badRequest(`$filter: "${text}" at character ${at} is not a date of the calendar.`);
  return text;
}

function textArgument(name: string, argument: Expression): Expression {
  if (argument.type === 'Edm.String' || argument.type === 'null') return argument;
  throw badRequest(`$filter: "${name}" takes text, not ${argument.type}.`);
}

function condition(expression: Expression): Expression {
  if (expression.type === 'Edm.Boolean' || expression.type === 'null') return expression;
  throw badRequest(`$filter: a condition is expected instead of ${expression.property ?? expression.type}.`);
}

function both(left: Expression, right: Expression): Expression {
  return {
    type: 'Edm.Boolean',
    evaluate: (row) => {
      const first = left.evaluate(row);
      if (first === false) return false;
      const second = right.evaluate(row);
      if (second === false) return false;
      return first === null || second === null ? null : true;
    },
    limits: bothLimits(left.limits, right.limits),
  };
}

function either(left: Expression, right: Expression): Expression {
  return {
    type: 'Edm.Boolean',
    evaluate: (row) => {
      const first = left.evaluate(row);
      if (first === true) return true;
      const second = right.evaluate(row);
      if (second === true) return true;
      return first === null || second === null ? null : false;
    },
    limits: eitherLimits(left.limits, right.limits),
  };
}

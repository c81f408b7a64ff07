import { badRequest } from './odata-error';

/** A token of a filter expression; `at` counts characters from 1. */
export interface Token {
  kind: 'name' | 'string' | 'guid' | 'instant' | 'date' | 'number' | '(' | ')' | ',' | 'end';
  text: string;
  at: number;
}

/** In the order of matching: a guid may begin like a number, a timestamp like a date. */
const PATTERNS: readonly [Token['kind'], RegExp][] = [
  ['string', /'((?:[^']|'')*)'/y],
  ['guid', /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/iy],
  ['instant', /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:Z|[+-]\d\d:\d\d)(?!\w)/iy],
  ['date', /\d{4}-\d\d-\d\d(?![\w-])/y],
  ['number', /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/iy],
  ['name', /[\p{L}_][\p{L}\p{N}_./]*/uy],
  ['(', /\(/y],
  [')', /\)/y],
  [',', /,/y],
];
const SPACE = /\s*/y;

/** Splits a filter expression into tokens; throws 400 at the first character that starts none. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const skipSpace = (): void => {
    SPACE.lastIndex = at;
    at += SPACE.exec(source)?.[0].length ?? 0;
  };
  for (skipSpace(); at < source.length; skipSpace()) {
    const found = nextToken(source, at);
    if (!found) throw badRequest(`$filter: "${source.slice(at, at + 20)}" at character ${at + 1} is not understood.`);
    tokens.push(found.token);
    at += found.length;
  }
  return [...tokens, { kind: 'end', text: '', at: at + 1 }];
}

function nextToken(source: string, at: number): { token: Token; length: number } | null {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (!match) continue;
    const text = kind === 'string' ? (match[1] ?? '').replaceAll("''", "'") : match[0];
    return { token: { kind, text, at: at + 1 }, length: match[0].length };
  }
  return null;
}

/** What people type, with the characters that may represent it in a name: letters that have no accent to leave out, and typography. */
export const VARIANTS: Readonly<Record<string, string>> = {
  ...{ l: 'ł', o: 'ø', d: 'đð', i: 'ı', h: 'ħ', t: 'ŧ', n: 'ŋ', ss: 'ß', ae: 'æ', oe: 'œ', th: 'þ' },
  "'": '\u2018\u2019\u201b\u02b9\u02bc\u2032`',
  '-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2212',
};
const TYPED = new Map(
  Object.entries(VARIANTS).flatMap(([typed, signs]) => Array.from(signs, (sign): [string, string] => [sign, typed])),
);
const ANY_VARIANT = new RegExp(`[${[...TYPED.keys()].join('')}]`, 'g');

/**
 * Folds a name for search and order: lower case, no accents, one width, the signs that people type, inner whitespace as one space.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(ANY_VARIANT, (sign) => TYPED.get(sign) ?? sign)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Compares names in the order of lists, which the database sorts by their folded text. */
export function compareNames(a: string, b: string): number {
  return compareTexts(foldText(a), foldText(b));
}

/** Compares by code points, as a database does. */
export const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

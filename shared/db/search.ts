/** Longest search text. */
const MAX_SEARCH_LENGTH = 100;

/**
 * Folds text for search: lower case, no accents, one width, inner whitespace as one space. Rows store the folded text, so that a
 * search is a comparison on an index of the tenant.
 */
export function foldForSearch(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part) => part)
    .join(' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** What people type, with the signs that may stand for it in a name: letters that have no accent to leave out, and typography. */
const VARIANTS: Readonly<Record<string, string>> = {
  ...{ l: 'ł', o: 'ø', d: 'đð', i: 'ı', h: 'ħ', t: 'ŧ', n: 'ŋ', ss: 'ß', ae: 'æ', oe: 'œ', th: 'þ' },
  "'": '\u2018\u2019\u201b\u02b9\u02bc\u2032`',
  '-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2212',
};
const TYPED = new Map(
  Object.entries(VARIANTS).flatMap(([typed, signs]) => Array.from(signs, (sign): [string, string] => [sign, typed])),
);
const HAS_VARIANTS = /ss|ae|oe|th|l|o|d|i|h|t|n|'|-/g;

/** Words of a name whose order people change; more words are no name. */
const MAX_TURNED_WORDS = 5;

/**
 * Returns a filter on the stored folded text that contains `search` literally, or its last words before its first ones: "Ruiz, Ana"
 * finds Ana Ruiz, and "Lukasz" finds Łukasz. Empty when `search` is.
 */
export function searchFilter(search: string | undefined): { searchText?: { $regex: string } } {
  // Control characters find nothing, and no engine accepts a null character in a pattern.
  const folded = foldForSearch(search?.slice(0, MAX_SEARCH_LENGTH).replace(/\p{Cc}/gu, ' '));
  if (folded === '') return {};
  const typed = Array.from(folded, (sign) => TYPED.get(sign) ?? sign).join('');
  const words = typed.split(/,? /);
  const turns = words.length > MAX_TURNED_WORDS ? [] : words.slice(1).map((_word, at) => turned(words, at + 1));
  return { searchText: { $regex: [...new Set([typed, ...turns])].map(patternOf).join('|') } };
}

const turned = (words: readonly string[], at: number): string => [...words.slice(at), ...words.slice(0, at)].join(' ');

function patternOf(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(HAS_VARIANTS, variantsOf);
}

/** `l` or `ł`; of two letters each may be a variant, too. */
function variantsOf(typed: string): string {
  const single = (letter: string): string => {
    const signs = VARIANTS[letter];
    return signs === undefined ? letter : `(?:${[letter, ...signs].join('|')})`;
  };
  if (typed.length === 1) return single(typed);
  return `(?:${Array.from(typed, single).join('')}|${VARIANTS[typed] ?? ''})`;
}

import { foldText, VARIANTS } from '../kernel/name-order.rules';

const MAX_SEARCH_LENGTH = 100;
/** Sorts before every character of a folded text, so that "Ruiz" comes before "Ruiz Gil" whatever follows. */
const BETWEEN_FIELDS = '\t';

/**
 * Returns the text that a row stores for search and order: its folded fields, those that lists sort by first. A search is then a
 * comparison on the index that gives a list its order.
 */
export function searchKey(...fields: readonly (string | null | undefined)[]): string {
  const [first = '', ...others] = fields.map((field) => foldText(field ?? ''));
  return [first, others.filter((text) => text !== '').join(BETWEEN_FIELDS)].join(BETWEEN_FIELDS);
}

const HAS_VARIANTS = /ss|ae|oe|th|l|o|d|i|h|t|n|'|-| /g;

/** Words of a name whose order people change; more words are no name. */
const MAX_TURNED_WORDS = 5;

/**
 * Returns a filter on the stored folded text that contains `search` literally, or its last words before its first ones: "Ruiz, Ana"
 * finds Ana Ruiz, and "Lukasz" finds Łukasz, also in rows of a program that did not fold such letters. Empty when `search` is.
 */
export function searchFilter(search: string | undefined): { searchText?: { $regex: string } } {
  // Control characters find nothing, and no engine accepts a null character in a pattern.
  const folded = foldText(search?.slice(0, MAX_SEARCH_LENGTH).replace(/\p{Cc}/gu, ' ') ?? '');
  if (folded === '') return {};
  const words = folded.split(/,? /);
  const turns = words.length > MAX_TURNED_WORDS ? [] : words.slice(1).map((_word, at) => turned(words, at + 1));
  return { searchText: { $regex: [...new Set([folded, ...turns])].map(patternOf).join('|') } };
}

const turned = (words: readonly string[], at: number): string => [...words.slice(at), ...words.slice(0, at)].join(' ');

function patternOf(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(HAS_VARIANTS, variantsOf);
}

/** `l` or `ł`; of two letters each may be a variant, too. A space is also the end of a field. */
function variantsOf(typed: string): string {
  if (typed === ' ') return '\\s';
  const single = (letter: string): string => {
    const signs = VARIANTS[letter];
    return signs === undefined ? letter : `(?:${[letter, ...signs].join('|')})`;
  };
  if (typed.length === 1) return single(typed);
  return `(?:${Array.from(typed, single).join('')}|${VARIANTS[typed] ?? ''})`;
}

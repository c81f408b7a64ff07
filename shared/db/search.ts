/** Longest search text. */
const MAX_SEARCH_LENGTH = 100;

/**
 * Folds text for search: lower case, no accents, inner whitespace as one space. Rows store the folded text, so that a
 * search is a literal comparison on an index of the tenant.
 */
export function foldForSearch(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part) => part)
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns a filter on the stored folded text that contains `search` literally; empty when `search` is. */
export function searchFilter(search: string | undefined): { searchText?: { $regex: string } } {
  // Control characters find nothing, and no engine accepts a null character in a pattern.
  const folded = foldForSearch(search?.slice(0, MAX_SEARCH_LENGTH).replace(/\p{Cc}/gu, ' '));
  return folded === '' ? {} : { searchText: { $regex: folded.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&') } };
}

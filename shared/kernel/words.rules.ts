/*
 * Words of texts as numbers, for an index by which mentions of a person are found (docs/adr/0033). Two texts that differ in case
 * and accents alone have the same words. Different words may have the same number: whoever finds a row reads its text.
 */

/** The words of a text, without case and accents. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Both cases, since each alone keeps letters apart that expressions without case take for one (ς and σ, ẞ and ß). */
function fold(text: string): string {
  return text.toLowerCase().toUpperCase().normalize('NFD').replace(/\p{M}/gu, '');
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** The number of a word in an organization: FNV-1a of 32 bits, signed; never 0. */
export function wordNumber(tenantId: string, word: string): number {
  return hashed(word, hashed(tenantId, FNV_OFFSET)) || 1;
}

function hashed(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash;
}

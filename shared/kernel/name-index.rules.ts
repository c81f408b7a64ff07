import { refusal, type Refusal } from './refusals/refusal';

/** The id that a cell refers to, or a warning; neither for an empty cell. */
export interface Reference {
  id: string | null;
  /** For the `warnings` of an import row; the row is created regardless. */
  warning: Refusal | null;
}

/** Finds ids by name in constant time. */
export interface NameIndex {
  /** The id, `ambiguous` when several share the name, or undefined. */
  find(name: string): { id: string } | 'ambiguous' | undefined;
}

const NOTHING: Reference = { id: null, warning: null };
const MAX_QUOTED = 60;

/** One kind of name of an item, and its normal form for comparison. */
export interface NameKind<Item> {
  nameOf: (item: Item) => string | null;
  fold: (name: string) => string;
}

/** Normalizes emails and codes for comparison: lower case, single spaces. */
export function foldCode(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** Normalizes names for comparison: no accents, lower case, single spaces. An ñ stays: "Ventas Ñ" is not "Ventas N". */
export function foldName(text: string): string {
  return foldCode(text.normalize('NFKD').replace(/(?<!n)\u0303|(?!\u0303)\p{M}/giu, ''));
}

/** Normalizes names of people for comparison, where systems that know no ñ write an n. */
export function foldPersonName(text: string): string {
  return foldCode(text.normalize('NFKD').replace(/\p{M}+/gu, ''));
}

/**
 * Indexes items by several kinds of names in order of precedence: a cell is compared with emails, then codes, then full
 * names, and the first kind with a match decides.
 */
export function buildNameIndex<Item extends { id: string }>(
  items: Iterable<Item>,
  kinds: ReadonlyArray<NameKind<Item>>,
): NameIndex {
  const maps = kinds.map((kind) => ({ ...kind, ids: new Map<string, { id: string } | 'ambiguous'>() }));
  for (const item of items) {
    for (const { nameOf, fold, ids } of maps) {
      const name = fold(nameOf(item) ?? '');
      if (name === '') continue;
      const other = ids.get(name);
      if (other === undefined) ids.set(name, { id: item.id });
      else if (other !== 'ambiguous' && other.id !== item.id) ids.set(name, 'ambiguous');
    }
  }
  return {
    find(name) {
      for (const { fold, ids } of maps) {
        const found = ids.get(fold(name));
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

/** Indexes items by name and optional code: departments, job profiles, categories. */
export function buildNameOrCodeIndex(items: Iterable<{ id: string; name: string; code?: string | null }>): NameIndex {
  return buildNameIndex(items, [
    { nameOf: (item) => item.name, fold: foldName },
    { nameOf: (item) => item.code ?? null, fold: foldCode },
  ]);
}

/** Resolves a cell; `what` is the noun in the warning: "department", "job profile". */
export function resolveReference(index: NameIndex, what: string, cell: string | null): Reference {
  if (cell === null || foldName(cell) === '') return NOTHING;
  const found = index.find(cell);
  if (found === undefined)
    return { id: null, warning: refusal('REFERENCE_NOT_FOUND', { kind: what, name: quoted(cell) }) };
  if (found === 'ambiguous')
    return { id: null, warning: refusal('REFERENCE_AMBIGUOUS', { kind: what, name: quoted(cell) }) };
  return { id: found.id, warning: null };
}

/** The text of a cell as warnings quote it. */
export function quoted(cell: string): string {
  return cell.length <= MAX_QUOTED ? `"${cell}"` : `"${cell.slice(0, MAX_QUOTED)}…"`;
}

import type { ApiKeyScope } from '../../../shared/platform/api-key-scope';
import type { Property } from './edm';
import { type Bounds, commonOf, type Row } from './filter-expression';

/** The part of an entity set to read. */
export interface Slice extends Bounds {
  /** The key of the first row; empty: begins with the first row. */
  from: string;
  /** The number of rows that the reader needs, if known. */
  take?: number | undefined;
}

/** A set of entities. */
export interface EntitySet {
  /** The name in addresses, such as `Scores`. */
  name: string;
  /** The name of the entity type, such as `Score`. */
  entity: string;
  /** The scope that API keys need to read it. */
  scope: ApiKeyScope;
  /** The properties of the key. */
  key: readonly string[];
  properties: Readonly<Record<string, Property>>;
  /** Yields the rows of a slice in the order of `keyOf`; may include rows outside the bounds. */
  rows: (slice: Slice) => AsyncIterable<readonly Row[]>;
}

const SEPARATOR = ',';

/**
 * Returns the key of a row as one text, whose order is that of the rows. Ids have one length, so it is also the order
 * of the parts.
 */
export function keyOf({ key }: Pick<EntitySet, 'key'>, row: Row): string {
  return key.map((property) => String(row[property])).join(SEPARATOR);
}

/** Splits a text of `keyOf` into the parts of the key; missing ones are empty. */
export function keyParts(key: string, parts: number): string[] {
  const found = key.split(SEPARATOR);
  return Array.from({ length: parts }, (_, at) => found[at] ?? '');
}

/** The ids that a property can have in wanted rows, which is part `at` of their `id` where they have one; undefined: any. */
export function wantedIds({ values }: Slice, property: string, at: number): ReadonlySet<string> | undefined {
  const ofKeys = values?.id && new Set([...values.id].map((key) => keyParts(key, at + 1)[at] ?? ''));
  return commonOf(values?.[property], ofKeys);
}

/** A set whose rows are few: all are read, and put into the order of their keys. */
export async function* sortedRows(
  set: Pick<EntitySet, 'key'>,
  rows: readonly Row[],
  { from }: Slice,
): AsyncGenerator<readonly Row[]> {
  const placed = rows.map((row) => ({ row, key: keyOf(set, row) })).filter(({ key }) => key >= from);
  placed.sort((a, b) => (a.key < b.key ? -1 : 1));
  yield placed.map(({ row }) => row);
}

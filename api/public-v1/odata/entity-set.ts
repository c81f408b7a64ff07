import type { ApiKeyScope } from '../../../shared/platform/api-key-scope';
import type { Property, Value } from './edm';
import type { Row } from './filter-expression';
import type { Limits } from './limits';

export interface Slice extends Limits {
  /** The key of the first row; empty: begins with the first row. */
  from: string;
  /** The number of rows that the reader needs, if known. */
  take?: number | undefined;
}

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
  /** Yields the rows of a slice in the order of `keyOf`; may include rows that do not pass the filter. */
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

/** A filter for documents whose `field` is what a slice limits a property to; see `limitedTo`. */
export function among(field: string, slice: Slice, property: string, part?: number): Record<string, unknown> {
  const values = limitedTo(slice, property, part);
  return values ? { [field]: { $in: values } } : {};
}

/** The values that a slice limits a property to, which may also be a part of the `id` of rows; undefined without a limit. */
export function limitedTo({ values }: Slice, property: string, part?: number): readonly Value[] | undefined {
  const own = values[property];
  if (own || part === undefined) return own;
  return values['id']?.map((id) => keyParts(String(id), part + 1)[part] ?? '');
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

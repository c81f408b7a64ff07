import type { ApiKeyScope } from '../../../shared/platform/api-key-scope';
import type { Property } from './edm';
import { type Bounds, commonOf, type Row } from './filter-expression';

/** What of an entity set is read. */
export interface Slice extends Bounds {
  /** The key of the first row that is wanted; '' from the first one. */
  from: string;
  /** As many rows as the reader takes, as far as that is known. */
  take?: number | undefined;
}

/** A set of rows that OData serves. */
export interface EntitySet {
  /** As in addresses, such as `Scores`. */
  name: string;
  /** Name of the entity type, such as `Score`. */
  entity: string;
  /** The scope of keys that may read it. */
  scope: ApiKeyScope;
  /** Properties that make the key. */
  key: readonly string[];
  properties: Readonly<Record<string, Property>>;
  /** The rows of a slice in the order of `keyOf`, batch by batch; may hold rows outside of the bounds. */
  rows: (slice: Slice) => AsyncIterable<readonly Row[]>;
}

const SEPARATOR = ',';

/** The key of a row as one text; texts are in the order of the rows. Ids are of one length, so the order is that of the parts. */
export function keyOf({ key }: Pick<EntitySet, 'key'>, row: Row): string {
  return key.map((property) => String(row[property])).join(SEPARATOR);
}

/** The parts of a key that were joined by `keyOf`; missing ones are ''. */
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

import { foldText } from '../../../shared/kernel/name-order.rules';
import type { Value } from './edm';
import { type EntitySet, keyOf } from './entity-set';
import type { Row } from './filter-expression';
import { NO_LIMITS } from './limits';
import { badRequest } from './odata-error';
import type { OrderPart, QueryOptions } from './query-options';

/** The place after which the next page begins: the values of the order, texts as lists by name fold them, and the key. */
interface Place {
  values: readonly Value[];
  key: string;
}

/** A page that is written while it is read; `next` is known once all rows are read. */
export interface Page {
  rows: AsyncIterable<readonly Row[]>;
  /** Returns the skip token of the next page; null after the last one. */
  next: () => string | null;
}

/**
 * Yields the rows of an entity set that pass the filter, in the order of their keys from this key; `take` is how many
 * are needed.
 */
async function* matchingRows(
  set: EntitySet,
  { filter }: Pick<QueryOptions, 'filter'>,
  from = '',
  take?: number,
): AsyncGenerator<readonly Row[]> {
  if (filter === null) yield* set.rows({ ...NO_LIMITS, from, take });
  else for await (const rows of set.rows({ ...filter.limits, from })) yield rows.filter(filter.passes);
}

/** Counts the rows that pass the filter. */
export async function countRows(set: EntitySet, options: Pick<QueryOptions, 'filter'>): Promise<number> {
  let count = 0;
  for await (const rows of matchingRows(set, options)) count += rows.length;
  return count;
}

/** Returns one page of at most `size` rows; throws 400 for a skip token that this service did not create. */
export function readPage(set: EntitySet, options: QueryOptions, size: number): Page {
  const after = options.skipToken === null ? null : parseToken(options.skipToken, options.orderBy.length);
  const limit = Math.min(size, options.top ?? Infinity);
  const page =
    options.orderBy.length === 0 ? pageByKey(set, options, after, limit) : pageByOrder(set, options, after, limit);
  // `top` ends the pages even if there are more rows.
  return options.top !== null && options.top <= size ? { ...page, next: () => null } : page;
}

/** The next possible key, since keys do not end with control characters or spaces. */
const after = (key: string): string => `${key} `;

/** A full page has a next one, which may turn out to be empty. */
function pageByKey(set: EntitySet, options: QueryOptions, place: Place | null, limit: number): Page {
  let last: string | null = null;
  let left = limit;
  async function* rows(): AsyncGenerator<readonly Row[]> {
    let { skip } = options;
    if (limit === 0) return;
    for await (const batch of matchingRows(set, options, place === null ? '' : after(place.key), skip + limit)) {
      const shown = batch.slice(skip, skip + left);
      skip = Math.max(0, skip - batch.length);
      left -= shown.length;
      const end = shown.at(-1);
      if (end) last = keyOf(set, end);
      if (shown.length > 0) yield shown;
      if (left === 0) return;
    }
  }
  return { rows: rows(), next: () => (left === 0 && last !== null ? writeToken({ values: [], key: last }) : null) };
}

/** Reads all rows, and keeps as many of the first ones as the page and the skipped rows need, and one more. */
function pageByOrder(set: EntitySet, options: QueryOptions, after: Place | null, limit: number): Page {
  const { orderBy, skip } = options;
  const compare = comparePlaces(orderBy);
  let next: string | null = null;
  async function* rows(): AsyncGenerator<readonly Row[]> {
    const needed = skip + limit + 1;
    let first: { row: Row; place: Place }[] = [];
    const cut = (): void => {
      first.sort((a, b) => compare(a.place, b.place));
      first = first.slice(0, needed);
    };
    for await (const batch of matchingRows(set, options)) {
      for (const row of batch) {
        const place = { values: orderBy.map(({ property }) => orderedValue(set, property, row)), key: keyOf(set, row) };
        if (after === null || compare(place, after) > 0) first.push({ row, place });
      }
      if (first.length > 2 * needed) cut();
    }
    cut();
    const shown = first.slice(skip, skip + limit);
    const end = shown.at(-1);
    next = first.length > skip + limit && end ? writeToken(end.place) : null;
    yield shown.map(({ row }) => row);
  }
  return { rows: rows(), next: () => next };
}

function orderedValue({ properties }: EntitySet, property: string, row: Row): Value {
  const value = row[property] ?? null;
  return typeof value === 'string' && properties[property]?.type === 'Edm.String' ? foldText(value) : value;
}

/** Compares two places; null comes before every value (OData 4.01, part 2, 5.1.5), and equal values are ordered by key. */
function comparePlaces(orderBy: readonly OrderPart[]): (a: Place, b: Place) => number {
  return (a, b) => {
    for (const [at, { descending }] of orderBy.entries()) {
      const difference = compareValues(a.values[at] ?? null, b.values[at] ?? null);
      if (difference !== 0) return descending ? -difference : difference;
    }
    return compareValues(a.key, b.key);
  };
}

function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}

const writeToken = ({ values, key }: Place): string =>
  Buffer.from(JSON.stringify([key, ...values])).toString('base64url');

function parseToken(token: string, values: number): Place {
  try {
    const parts = JSON.parse(Buffer.from(token, 'base64url').toString()) as unknown;
    const isPlace =
      Array.isArray(parts) &&
      parts.length === values + 1 &&
      typeof parts[0] === 'string' &&
      parts.every((part) => part === null || ['string', 'number', 'boolean'].includes(typeof part));
    if (isPlace) {
      const [key, ...rest] = parts as [string, ...Value[]];
      return { key, values: rest };
    }
  } catch {
    // Not JSON: refused below like every other unknown token.
  }
  throw badRequest('$skiptoken is not one of this service. Follow @odata.nextLink as it is.');
}

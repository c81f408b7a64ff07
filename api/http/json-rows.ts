/** How rows are written: one JSON array, or a JSON text per line (`application/x-ndjson`). */
export type RowForm = 'array' | 'lines';

/** Content types of the forms. */
export const ROW_TYPES: Readonly<Record<RowForm, string>> = {
  array: 'application/json; charset=utf-8',
  lines: 'application/x-ndjson; charset=utf-8',
};

/** Characters of a piece: what a slow reader holds of it, and for how long nobody else has a turn. */
const PIECE = 128 * 1_024;

/**
 * Batches of rows as JSON text, in pieces of 128 KB at most and a row. The closing bracket is written after the last row alone, so that an
 * answer that breaks off never parses.
 */
export async function* jsonRows(batches: AsyncIterable<readonly object[]>, form: RowForm): AsyncGenerator<string> {
  const isArray = form === 'array';
  let separator = isArray ? '[' : '';
  for await (const batch of batches) {
    let text = '';
    for (const row of batch) {
      text += separator + JSON.stringify(row);
      separator = isArray ? ',' : '\n';
      if (text.length < PIECE) continue;
      yield text;
      text = '';
    }
    if (text !== '') yield text;
  }
  if (isArray) yield separator === '[' ? '[]' : ']';
  else if (separator !== '') yield '\n';
}

/** Reads the next batch while the one before it is written. */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const result = await next;
      if (result.done === true) return;
      next = iterator.next();
      next.catch(() => undefined); // told when its turn comes
      yield result.value;
    }
  } finally {
    await next.catch(() => undefined); // a reader that left must not leave a query behind
    await iterator.return?.();
  }
}

/** How rows are written: one JSON array, or a JSON text per line (`application/x-ndjson`). */
export type RowForm = 'array' | 'lines';

/** Content types of the forms. */
export const ROW_TYPES: Readonly<Record<RowForm, string>> = {
  array: 'application/json; charset=utf-8',
  lines: 'application/x-ndjson; charset=utf-8',
};

/**
 * Batches of rows as JSON text, a piece per batch. The closing bracket is written after the last row alone, so that an
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
    }
    if (text !== '') yield text;
  }
  if (isArray) yield separator === '[' ? '[]' : ']';
  else if (separator !== '') yield '\n';
}

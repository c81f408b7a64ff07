/** The format of rows: one JSON array, or one JSON text per line (`application/x-ndjson`). */
export type RowForm = 'array' | 'lines';

export const ROW_TYPES: Readonly<Record<RowForm, string>> = {
  array: 'application/json; charset=utf-8',
  lines: 'application/x-ndjson; charset=utf-8',
};

/**
 * Yields batches of rows as JSON text. The closing bracket is written only after the last row, so that an interrupted
 * response cannot be parsed.
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

import type { Row } from './filter-expression';
import type { Page } from './page';
import type { QueryOptions } from './query-options';

/** The members of a collection besides its rows. */
export interface CollectionParts {
  /** Null: omitted. */
  context: string | null;
  count: number | null;
  select: QueryOptions['select'];
  nextLink: (token: string) => string;
}

/**
 * Yields a collection as JSON text, one piece for each batch of rows; the link to the next page comes last, when the
 * rows are known.
 */
export async function* collectionText(
  { rows, next }: Page,
  { context, count, select, nextLink }: CollectionParts,
): AsyncGenerator<string> {
  const head = {
    ...(context === null ? {} : { '@odata.context': context }),
    ...(count === null ? {} : { '@odata.count': count }),
  };
  const opening = JSON.stringify(head).slice(0, -1);
  let text = `${opening}${opening === '{' ? '' : ','}"value":[`;
  let separator = '';
  for await (const batch of rows) {
    for (const row of batch) {
      text += separator + JSON.stringify(projected(row, select));
      separator = ',';
    }
    yield text;
    text = '';
  }
  const token = next();
  const link = token === null ? '' : `,"@odata.nextLink":${JSON.stringify(nextLink(token))}`;
  yield `${text}]${link}}`;
}

export function projected(row: Row, select: QueryOptions['select']): Row {
  return select === null ? row : Object.fromEntries(select.map((name) => [name, row[name] ?? null]));
}

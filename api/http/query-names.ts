import { parse, type ParsedUrlQuery } from 'node:querystring';
import type { OpenApiDocument } from './openapi';

interface Operation {
  parameters?: readonly { in: string; name: string }[];
}

/**
 * Returns a parser of query strings that takes the names of the documents' parameters in any case: one that is misspelled in its case
 * would be ignored like an unknown one, and a dataset read without its filter.
 */
export function queryParser(documents: readonly OpenApiDocument[]): (text: string) => ParsedUrlQuery {
  const operations = documents.flatMap(({ paths }) => Object.values(paths).flatMap((item) => Object.values(item)));
  const parameters = (operations as Operation[]).flatMap(({ parameters: declared = [] }) => declared);
  const names = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
  const declared = new Map(names.map((name) => [name.toLowerCase(), name]));
  return (text) => {
    const query: ParsedUrlQuery = Object.create(null) as ParsedUrlQuery;
    for (const [written, value] of Object.entries(parse(text))) {
      const name = declared.get(written.toLowerCase()) ?? written;
      const former = query[name];
      query[name] = former === undefined ? value : [former, value ?? []].flat();
    }
    return query;
  };
}

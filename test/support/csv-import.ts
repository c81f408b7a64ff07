import type { Test } from 'supertest';
import type { Service } from './service';

interface CsvImport<Result> {
  /** Sends a file; `query` begins with `?`. */
  upload(csv: string | Buffer, query?: string, token?: string): Test;
  /** What an import answers that has come to its end. */
  imported(csv: string | Buffer, query?: string): Promise<Result>;
}

/** The import of a CSV file at this path, for the tests of a file. `token` gives the token of HR. */
export function csvImport<Result>(
  service: () => Service,
  path: string,
  token: () => string,
  filename = 'rows.csv',
): CsvImport<Result> {
  const upload: CsvImport<Result>['upload'] = (csv, query = '', by = token()) =>
    service()
      .call('post', `${path}${query}`, by)
      .attach('file', Buffer.from(csv), { filename, contentType: 'text/csv' });
  return {
    upload,
    async imported(csv, query) {
      const answer = await upload(csv, query);
      expect([answer.status, answer.body.errorMessage]).toEqual([200, undefined]);
      return answer.body;
    },
  };
}

import type { Test } from 'supertest';
import { saveFile } from '../../shared/infra/files';
import { FilePurpose } from '../../shared/infra/stored-file.model';
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

/** Stores a file of the current tenant as its upload does, for a run of the handler alone; returns its id. */
export async function storedCsv(csv: string): Promise<string> {
  const file = { name: 'rows.csv', contentType: 'text/csv', purpose: FilePurpose.Import, createdBy: null };
  return (await saveFile(Buffer.from(csv), file))._id;
}

import { newId } from '../../../shared/kernel/ids';
import { makePublicData } from '../../factories/public-data';
import { type PowerQuery, type PowerQueryColumn, readPowerQueries } from '../../support/power-query';
import { usePublicApi } from '../../support/public-api';

const api = usePublicApi();

beforeAll(async () => {
  await makePublicData(api().tenant, newId());
}, 60_000);

/** What a value of JSON is to Power Query. */
const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  logical: (value) => typeof value === 'boolean',
  'Int64.Type': (value) => Number.isInteger(value),
};

function fits({ type }: PowerQueryColumn, value: unknown): boolean {
  if (type.startsWith('nullable ') && value === null) return true;
  return TYPES[type.replace('nullable ', '')]?.(value) ?? false;
}

/** The rows that the query asks for, with `updatedAt` where it reads that of a dataset. */
async function rowsOf({ path, columns }: PowerQuery): Promise<Record<string, unknown>[]> {
  const changes = path.includes('datasets') && columns.some(({ name }) => name === 'updatedAt');
  const { status, body } = await api().read(
    path.replace(/^api\/v1\//, '') + (changes ? '?updatedSince=2020-01-01T00:00:00Z' : ''),
  );
  expect(status).toBe(200);
  return (Array.isArray(body) ? body : body.items) as Record<string, unknown>[];
}

describe.each(['docs/bi/power-bi.md', 'docs/bi/excel.md'])(
  'the queries of %s (issue: connect step by step)',
  (guide) => {
    test('Power Query reads them, and their columns are in the answers with these types', async () => {
      const queries = await readPowerQueries(guide);
      expect(queries.length).toBeGreaterThan(0);
      for (const query of queries) {
        expect(query.columns.length).toBeGreaterThan(3);
        const rows = await rowsOf(query);
        expect(rows.length).toBeGreaterThan(0);
        for (const row of rows) expect(query.columns.filter((column) => !fits(column, row[column.name]))).toEqual([]);
      }
    });
  },
);

import { newId } from '../../../shared/kernel/ids';
import { makePublicData } from '../../factories/public-data';
import { readPowerQueries } from '../../support/power-query';
import { usePublicApi } from '../../support/public-api';

const api = usePublicApi();

beforeAll(async () => {
  await makePublicData(api().tenant, newId());
});

describe.each(['docs/bi/power-bi.md', 'docs/bi/excel.md'])('the queries of %s', (guide) => {
  test('Power Query reads them, and OData has their entity set and columns', async () => {
    const queries = await readPowerQueries(guide);
    expect(queries.length).toBeGreaterThan(0);
    for (const { address, entitySet, columns } of queries) {
      expect(columns.length).toBeGreaterThan(0);
      const answer = await api().read(`${address.replace('/api/v1/', '')}/${entitySet}?$select=${columns.join()}`);
      expect([guide, entitySet, answer.status, answer.body.error]).toEqual([guide, entitySet, 200, undefined]);
      expect(answer.body.value.length).toBeGreaterThan(0);
    }
  });
});

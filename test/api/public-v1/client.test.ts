import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createClient, type EvaluationClient, isGone } from '../../../docs/bi/client/client';
import { newId } from '../../../shared/kernel/ids';
import { makeApiKey } from '../../factories/api-key';
import { makePublicData } from '../../factories/public-data';
import { makeTenant } from '../../factories/tenant';
import { guideBlocks } from '../../support/guide-blocks';
import { usePublicApi } from '../../support/public-api';
import { useService } from '../../support/service';

const api = usePublicApi();
const cycleId = newId();
let client: EvaluationClient;

beforeAll(async () => {
  await makePublicData(api().tenant, cycleId);
  client = createClient({ baseUrl: api().url, apiKey: api().key });
});

describe('the typed client of docs/bi (issue: a client generated from the document)', () => {
  test('every route, with its answer typed', async () => {
    const { data: ping } = await client.api.GET('/api/v1/ping');
    expect(ping?.tenantId).toBe(api().tenant.id);
    const { data: cycles = [] } = await client.api.GET('/api/v1/cycles');
    expect(cycles.map(({ status }) => status).sort()).toEqual(['Closed', 'Open']);
    const path = { id: cycleId };
    const { data: results } = await client.api.GET('/api/v1/pulse-surveys/{id}/results', { params: { path } });
    expect(results?.eNPS).toBe(40); // (3 promoters - 1 detractor) / 5
    const { error, response } = await client.api.GET('/api/v1/datasets/gaps', {
      params: { query: { cycleId: newId() } },
    });
    expect([response.status, error?.errorCode]).toEqual([404, 'NOT_FOUND']);
  });

  test('employees: page after page to the last one', async () => {
    const { body } = await api().read('employees?pageSize=200');
    const names: string[] = [];
    for await (const employee of client.employees({ pageSize: 2 }))
      if (!isGone(employee)) names.push(employee.fullName);
    expect(names.length).toBeGreaterThan(4);
    expect(names.toSorted()).toEqual(body.items.map((item: { fullName: string }) => item.fullName).toSorted());
  });

  test.each(['scores', 'gaps', 'nine-box', 'competency-scores'] as const)(
    'rows of %s: the array, row by row',
    async (dataset) => {
      const since = { updatedSince: '2020-01-01T00:00:00Z', includeDeleted: true };
      const { body } = await api().read(`datasets/${dataset}?updatedSince=${since.updatedSince}&includeDeleted=true`);
      const rows: object[] = [];
      for await (const row of client.rows(dataset, since)) rows.push(row);
      expect(rows.length).toBeGreaterThan(1);
      expect(rows).toEqual(body);
      expect(rows.some(isGone)).toBe(true);
    },
  );

  test.each(['participation', 'survey-figures'] as const)('rows of %s, of which none goes', async (dataset) => {
    const rows: object[] = [];
    for await (const row of client.rows(dataset)) rows.push(row);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual((await api().read(`datasets/${dataset}`)).body);
  });

  test('a refusal is an error with its status and code', async () => {
    const wrong = createClient({ baseUrl: api().url, apiKey: 'wrong' });
    await expect(wrong.employees().next()).rejects.toMatchObject({
      status: 401,
      errorCode: null,
      message: 'The API key is missing, unknown, revoked or expired.',
    });
    await expect(client.rows('gaps', { cycleId: newId() }).next()).rejects.toMatchObject({
      status: 404,
      errorCode: 'NOT_FOUND',
    });
  });
});

test('the example of the guide runs as it is printed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  try {
    cpSync('docs/bi/client', join(folder, 'client'), { recursive: true });
    mkdirSync(join(folder, 'node_modules'));
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
      symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
    const [example = ''] = guideBlocks('docs/bi/README.md', 'ts');
    writeFileSync(join(folder, 'look.mts'), example.replace('http://localhost:3000', api().url));
    const env = { ...process.env, EVALUATION_KEY: api().key };
    const { stdout } = await promisify(execFile)(process.execPath, ['look.mts'], { cwd: folder, env });
    expect(stdout).toContain('Code review');
    expect(stdout).toContain('Ana García');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('beyond the limit of a key', () => {
  const limited = useService({ worker: false, env: { RATE_LIMIT_KEY: '1', QUEUE_PREFIX: `client-${newId()}` } });

  test('the error says how long to wait', async () => {
    const apiKey = await makeApiKey(await makeTenant());
    const hasty = createClient({ baseUrl: limited().url, apiKey });
    await hasty.api.GET('/api/v1/ping');
    const refusal = await hasty
      .rows('gaps')
      .next()
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 429, errorCode: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) });
    const ofOData = await limited().call('get', '/api/v1/odata/Scores').set('X-Api-Key', apiKey);
    expect([ofOData.status, ofOData.body]).toEqual([
      429,
      { error: { code: 'RATE_LIMITED', message: expect.stringContaining('requests') } },
    ]);
    expect(Number(ofOData.headers['retry-after'])).toBeGreaterThan(0);
  });
});

import { gunzipSync } from 'node:zlib';
import type request from 'supertest';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeApiKey } from '../../factories/api-key';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { usePublicApi } from '../../support/public-api';

const api = usePublicApi();
const ROUTES = ['employees', 'cycles', 'datasets/scores', 'datasets/gaps'];

beforeAll(async () => {
  await makeEvaluatedCycle(api().tenant, { subjects: 2 });
});

/** Asks until a new version is seen; a 304 may be a quarter of a second old, however many are asked for meanwhile. */
async function untilChanged(path: string, tag: string): Promise<number> {
  const giveUpAt = performance.now() + 10_000;
  for (;;) {
    const { status } = await api().read(path, { 'If-None-Match': tag });
    if (status !== 304 || performance.now() > giveUpAt) return status;
  }
}

describe('strong ETag and 304 (decisions 1, issue: change filters)', () => {
  test.each(ROUTES)('%s: the same version is 304 without body, a changed row is 200 with another tag', async (path) => {
    const first = await api().read(path);
    const tag = first.headers.etag ?? '';
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await api().read(path, { 'If-None-Match': `"other", ${tag}` });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag]);
    const { employee } = (await makeEvaluatedCycle(api().tenant)).subjects[0]!;
    await api().tenant.within(async () => EmployeeModel.updateOne({ _id: employee._id }, { $set: { lastName: 'X' } }));
    expect(await untilChanged(path, tag)).toBe(200);
  });

  test('another query, form or encoding has another tag', async () => {
    const tags = await Promise.all(
      [
        api().read('datasets/scores'),
        api().read('datasets/scores?updatedSince=2020-01-01T00:00:00Z'),
        api().read('datasets/scores', { Accept: 'application/x-ndjson' }),
        api().read('datasets/scores', { 'Accept-Encoding': 'identity' }),
      ].map(async (call) => (await call).headers.etag),
    );
    expect(new Set(tags).size).toBe(4);
  });

  test('another tenant with equal data has another tag', async () => {
    const [one, other] = await Promise.all([makeTenant(), makeTenant()]);
    const tagOf = async (tenant: TestTenant) =>
      (await api().read('cycles', { 'X-Api-Key': await makeApiKey(tenant) })).headers.etag;
    expect(await tagOf(one)).not.toBe(await tagOf(other));
  });
});

describe('forms of an answer', () => {
  test('application/x-ndjson: one row a line, the same rows', async () => {
    await makeEmployee(api().tenant);
    const array = (await api().read('datasets/scores')).body;
    const lines = await api().read('datasets/scores', { Accept: 'application/x-ndjson' }).buffer(true).parse(text);
    expect(lines.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(
      String(lines.body)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toEqual(array);
  });

  test('gzip where it is accepted, else plain', async () => {
    const zipped = await api().read('datasets/scores', { 'Accept-Encoding': 'gzip' }).buffer(true).parse(raw);
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.headers.vary).toContain('Accept-Encoding');
    const plain = await api().read('datasets/scores', { 'Accept-Encoding': 'identity' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const bytes = zipped.body as Buffer;
    const unzipped = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes; // the client may have unzipped it already
    expect(JSON.parse(unzipped.toString())).toEqual(plain.body);
  });

  test('an Accept that neither form serves is 400 and says what there is', async () => {
    const { status, body } = await api().read('datasets/scores', { Accept: 'text/csv' });
    expect([status, body.errorMessage]).toEqual([400, expect.stringContaining('application/x-ndjson')]);
  });
});

type Parser = (response: request.Response, done: (error: Error | null, body: unknown) => void) => void;

const collect =
  (read: (bytes: Buffer) => unknown): Parser =>
  (response, done) => {
    const chunks: Buffer[] = [];
    const stream = response as unknown as NodeJS.ReadableStream;
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => done(null, read(Buffer.concat(chunks))));
  };
const raw = collect((bytes) => bytes);
const text = collect((bytes) => bytes.toString());

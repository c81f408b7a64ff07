import { gunzipSync } from 'node:zlib';
import type request from 'supertest';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { makeApiKey } from '../../factories/api-key';
import { makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { usePublicApi } from '../../support/public-api';

const api = usePublicApi();
const ROUTES = ['employees', 'cycles', 'datasets/scores', 'datasets/gaps'];

beforeAll(async () => {
  await makeEvaluatedCycle(api().tenant, { subjects: 2 });
});

describe('ETag and 304', () => {
  test.each(ROUTES)('%s: the same version is 304 without body, a changed row is 200 with another tag', async (path) => {
    const first = await api().read(path);
    const tag = first.headers.etag ?? '';
    // A dataset is sent while it is read, so that its tag is weak.
    expect(tag).toMatch(path.startsWith('datasets') ? /^W\/"[\w-]{43}"$/ : /^"[\w-]{43}"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await api().read(path, { 'If-None-Match': `"other", ${tag}` });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag]);
    const { employee } = (await makeEvaluatedCycle(api().tenant)).subjects[0]!;
    await api().tenant.within(async () =>
      EmployeeModel.updateOne({ _id: employee._id }, { $set: { hireDate: '2020-01-01' } }),
    );
    expect((await api().read(path, { 'If-None-Match': tag })).status).toBe(200);
  });

  test('a request after an acknowledged change never gets the tag from before it', async () => {
    const made = await makeEvaluatedCycle(api().tenant, { cycle: { status: CycleStatus.Open } });
    const { employee } = made.subjects[0]!;
    const seen = new Map<string, string>();
    for (let turn = 0; turn < 10; turn++) {
      const before = await api().read('employees?pageSize=200');
      const lastName = `Turn ${turn}`;
      // Readers who are under way while the change is written must not leave an old version for those who come later.
      const busy = Array.from({ length: 5 }, () => api().read('employees?pageSize=200'));
      expect((await api().asHr('put', `/api/employees/${employee._id}`).send({ lastName })).status).toBe(200);
      const after = await api().read('employees?pageSize=200', { 'If-None-Match': before.headers.etag ?? '' });
      expect([after.status, after.headers.etag === before.headers.etag]).toEqual([200, false]);
      expect(after.text).toContain(lastName);
      for (const { headers, text } of [before, after, ...(await Promise.all(busy))]) {
        if (headers.etag === undefined) continue;
        expect(seen.get(headers.etag) ?? text).toBe(text); // one tag never names two bodies
        seen.set(headers.etag, text);
      }
    }
  });

  test('an answer counts for the cycles and the scores, a draft for nothing', async () => {
    const made = await makeEvaluatedCycle(api().tenant, {
      cycle: { status: CycleStatus.Open },
      subjects: [{ evaluators: [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress }] }],
    });
    const { employee, participants } = made.subjects[0]!;
    const token = await api().tenant.signedIn({ employeeId: employee._id });
    const tags = () =>
      Promise.all(['cycles', 'datasets/scores'].map(async (path) => (await api().read(path)).headers.etag));
    const before = await tags();
    const path = `/api/my-evaluations/${participants[0]!._id}`;
    const answers = participants[0]!.answers.map(({ itemId }) => ({ itemId, score: 5 }));
    expect((await api().call('post', `${path}/respond`, token).send({ answers })).status).toBe(200);
    expect(await tags()).toEqual(before);
    expect((await api().call('post', `${path}/submit`, token)).status).toBe(200);
    const after = await tags();
    for (const [at, tag] of after.entries()) expect(tag).not.toBe(before[at]);
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
    const [first, other] = await Promise.all([makeTenant(), makeTenant()]);
    const tagOf = async (tenant: TestTenant) =>
      (await api().read('cycles', { 'X-Api-Key': await makeApiKey(tenant) })).headers.etag;
    expect(await tagOf(first)).not.toBe(await tagOf(other));
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

import type { Response } from 'supertest';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { makeApiKey } from '../../factories/api-key';
import { makePublicData } from '../../factories/public-data';
import { makeTenant } from '../../factories/tenant';
import { answerSchemas } from '../../support/answer-schemas';
import {
  fillPath,
  type Operation,
  operationsOf,
  type Parameter,
  readDocument,
  resolveSchema,
  type Schema,
} from '../../support/operations';
import { usePublicApi } from '../../support/public-api';

// Generated from the public document: every operation is called with good and bad values of each parameter, and every
// answer is held against what is declared for it. A new operation is tested from its first day; without data it fails.

const api = usePublicApi();
const document = readDocument('public');
const schemas = answerSchemas(document);
/** The id in the examples: `makePublicData` gives it to the rows that parameters name. */
const EXAMPLE_ID = '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11';

beforeAll(async () => {
  await makePublicData(api().tenant, EXAMPLE_ID);
});

const all = operationsOf(document).map((operation): [string, Operation] => [operation.name, operation]);
const queriesOf = ({ parameters }: Operation): Parameter[] =>
  parameters.filter((parameter) => parameter.in === 'query');
const withQuery = all.filter(([, operation]) => queriesOf(operation).length > 0);
const tagged = all.filter(([, { responses }]) => '304' in responses);
const asLines = all.filter(([, { responses }]) => 'application/x-ndjson' in (responses['200']?.content ?? {}));

/** Calls an operation, its path filled with the examples, and holds the answer against the document. */
async function call(operation: Operation, query = '', headers: Record<string, string> = {}): Promise<Response> {
  const values = Object.fromEntries(operation.pathParameters.map((name) => [name, exampleOf(operation, name) ?? '']));
  const path = fillPath(operation, values).replace('/api/v1/', '');
  const answer = await api().read(query === '' ? path : `${path}?${query}`, headers);
  expectDeclared(operation, answer, query);
  return answer;
}

/** The answer is one of those that the document declares: status, content type, headers, body. */
function expectDeclared(operation: Operation, answer: Response, what: string): void {
  const { status, headers, text } = answer;
  const declared = operation.responses[String(status)];
  expect([what, Object.keys(operation.responses)]).toEqual([what, expect.arrayContaining([String(status)])]);
  for (const header of Object.keys(declared?.headers ?? {}))
    expect([what, header, headers[header.toLowerCase()]]).toEqual([what, header, expect.stringMatching(/./)]);
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  if (!declared?.content) {
    expect([what, text]).toEqual([what, '']);
    return;
  }
  const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
  const bodies = type === 'application/x-ndjson' ? linesOf(text) : [answer.body];
  for (const body of bodies) expect([what, schemas.problems(operation, status, type, body)]).toEqual([what, []]);
}

const linesOf = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

/** A value of a parameter as text: its example; `true` needs none. */
function exampleOf(operation: Operation, name: string): string | undefined {
  const { example, type } = resolveSchema(
    operation.parameters.find((parameter) => parameter.name === name)?.schema ?? {},
  );
  if (type === 'boolean') return 'true';
  return typeof example === 'string' ? example : JSON.stringify(example);
}

const rowsOf = (body: unknown): unknown[] => {
  const { items } = body as { items?: unknown[] };
  return items ?? (Array.isArray(body) ? body : [body]);
};

/** Values that a parameter's schema refuses. */
function badValues(schema: Schema): string[] {
  const { type, format, pattern, minimum, maximum, maxLength, enum: values } = resolveSchema(schema);
  const bad: string[] = values ? ['', 'x'] : [];
  if (type === 'integer') bad.push('', 'x', '1.5', '1e999');
  if (type === 'boolean') bad.push('', 'maybe', '2');
  if (format === 'uuid' || pattern) bad.push('', 'x', `${EXAMPLE_ID}0`);
  if (format === 'date-time') bad.push('', 'yesterday', '2026-02-30T00:00:00Z', '2026-11-21');
  if (minimum !== undefined) bad.push(String(minimum - 1));
  if (maximum !== undefined) bad.push(String(maximum + 1));
  if (maxLength !== undefined) bad.push('x'.repeat(maxLength + 1));
  return bad;
}

test('the document has its nine routes and all datasets', () => {
  expect(all.map(([name]) => name).sort()).toEqual([
    'GET /api/v1/cycles',
    'GET /api/v1/datasets/competency-scores',
    'GET /api/v1/datasets/gaps',
    'GET /api/v1/datasets/nine-box',
    'GET /api/v1/datasets/participation',
    'GET /api/v1/datasets/scores',
    'GET /api/v1/datasets/survey-figures',
    'GET /api/v1/employees',
    'GET /api/v1/goals',
    'GET /api/v1/ping',
    'GET /api/v1/pulse-surveys',
    'GET /api/v1/pulse-surveys/{id}/results',
  ]);
});

describe.each(all)('%s: answers are as declared', (_name, operation) => {
  test('without parameters: rows, and every declared field has a value in one of them', async () => {
    const takes = (parameter: string) => queriesOf(operation).some(({ name }) => name === parameter);
    const changes = [
      '',
      ...(takes('updatedSince') ? ['updatedSince=2020-01-01T00:00:00Z'] : []),
      ...(takes('includeDeleted') ? ['includeDeleted=true&updatedSince=2020-01-01T00:00:00Z'] : []),
    ];
    const rows: unknown[] = [];
    for (const query of changes) rows.push(...rowsOf((await call(operation, query)).body));
    expect(rows.length).toBeGreaterThan(0);
    const shown = rows.flatMap((row) =>
      Object.entries(row as object).flatMap(([key, value]) => (value === null ? [] : key)),
    );
    const { schema } = operation.responses['200']?.content?.['application/json'] ?? {};
    expect(fieldsOf(schema ?? {}).filter((field) => !shown.includes(field))).toEqual(
      operation.path.endsWith('/results') ? ['suppressionReason'] : [], // shown or suppressed, never both
    );
  });

  test('each parameter has an example that works, alone and with the others', async () => {
    const examples = operation.parameters.map((parameter) => ({
      ...parameter,
      value: exampleOf(operation, parameter.name),
    }));
    expect(examples.filter(({ value }) => value === undefined).map(({ name }) => name)).toEqual([]);
    const asQuery = examples.flatMap((parameter) =>
      parameter.in === 'query' ? `${parameter.name}=${encodeURIComponent(parameter.value ?? '')}` : [],
    );
    // `after` takes the place of `page`, and needs an order by id.
    const alone = asQuery.map((query) => (query.startsWith('after=') ? `sort=id&${query}` : query));
    const hasAfter = asQuery.some((query) => query.startsWith('after='));
    const together = asQuery.filter((query) => !hasAfter || !query.startsWith('page=')).join('&');
    for (const query of ['', ...alone, together]) expect((await call(operation, query)).status).toBe(200);
  });

  test('without a key, with a wrong one, and with one in the query: 401 without a body', async () => {
    for (const [query, key] of [
      ['', ''],
      ['', 'wrong'],
      [`apiKey=${api().key}&api_key=${api().key}&X-Api-Key=${api().key}`, ''],
    ] as const) {
      const answer = await call(operation, query, { 'X-Api-Key': key });
      expect([answer.status, answer.text]).toEqual([401, '']);
    }
  });

  test('a suspended organization: 403 with its code', async () => {
    const other = await makeTenant();
    const key = await makeApiKey(other);
    await TenantModel.updateOne({ _id: other.id }, { $set: { status: TenantStatus.Suspended } });
    const answer = await call(operation, '', { 'X-Api-Key': key });
    expect([answer.status, answer.body.errorCode]).toEqual([403, 'TENANT_SUSPENDED']);
  });

  test('an unknown parameter is ignored', async () => {
    expect((await call(operation, 'fields=id&$where=1&page[$ne]=1')).status).toBe(200);
  });
});

describe.each(withQuery)('%s: bad parameters are 400 VALIDATION on the field', (_name, operation) => {
  test.each(queriesOf(operation).map((parameter): [string, Parameter] => [parameter.name, parameter]))(
    '%s',
    async (name, { schema }) => {
      const example = encodeURIComponent(exampleOf(operation, name) ?? '');
      const bad = badValues(schema).map((value) => `${name}=${encodeURIComponent(value)}`);
      expect(bad.length).toBeGreaterThan(0);
      for (const query of [...bad, `${name}=${example}&${name}=${example}`]) {
        const { status, body } = await call(operation, query);
        expect([query, status, body.errorCode]).toEqual([query, 400, 'VALIDATION']);
        expect([query, body.validationErrors]).toMatchObject([query, [{ field: name, message: expect.any(String) }]]);
      }
    },
  );
});

describe('other forms of an answer', () => {
  test.each(tagged)('%s: 304 for the tag of the answer before, without a body', async (_name, operation) => {
    const { etag = '' } = (await call(operation)).headers;
    const again = await call(operation, '', { 'If-None-Match': etag });
    expect([again.status, again.headers.etag]).toEqual([304, etag]);
  });

  test.each(asLines)('%s: application/x-ndjson, every line a row of the array', async (_name, operation) => {
    const lines = await call(operation, '', { Accept: 'application/x-ndjson' }).then(({ text }) => linesOf(text));
    expect(lines).toEqual((await call(operation)).body);
  });

  test.each(tagged)('%s: an Accept that allows no form is 400', async (_name, operation) => {
    const { status, body } = await call(operation, '', { Accept: 'text/csv' });
    expect([status, body.errorCode]).toEqual([400, 'BAD_REQUEST']);
  });

  test('a page of 100000 is served as 200, and the answer says so', async () => {
    const { status, body } = await api().read('employees?pageSize=100000');
    expect([status, body.pageSize]).toEqual([200, 200]);
  });
});

test.each(Object.entries(document.components.schemas))(
  '%s: its examples are values that it allows',
  (_name, schema) => {
    const problems = schemasWithin(schema)
      .filter(({ example }) => example !== undefined)
      .flatMap((part) =>
        schemas.problemsOf(part, part.example).map((problem) => `${String(part.example)}: ${problem}`),
      );
    expect(problems).toEqual([]);
  },
);

/** Names of the properties of a schema's rows. */
function fieldsOf(schema: Schema): string[] {
  const { type, items, anyOf = [], properties = {} } = resolveSchema(schema);
  if (type === 'array') return fieldsOf(items ?? {});
  if (properties.items) return fieldsOf(properties.items);
  return [...new Set([...Object.keys(properties), ...anyOf.flatMap(fieldsOf)])];
}

/** A schema and all schemas within it. */
function schemasWithin(schema: Schema): Schema[] {
  const { properties = {}, items, anyOf = [] } = schema;
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
  return [schema, ...inner.flatMap(schemasWithin)];
}

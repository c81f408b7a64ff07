import type { Response } from 'supertest';
import { makeOneOfEach, namesRow, type OneOfEach } from '../factories/one-of-each';
import { makeSystemAdmin, makeTenant } from '../factories/tenant';
import { bareCall, type Caller, callerOf } from '../support/call-operation';
import {
  fillPath,
  type Operation,
  operations,
  propertiesOf,
  resolveSchema,
  type Schema,
  smallestBody,
} from '../support/operations';
import { leaveNoPlatformMail } from '../support/platform-mail';
import { useService } from '../support/service';

// Generated from the OpenAPI document: whatever is sent, the answer is never a 5xx, and a refusal has the error shape
// of docs/specification.md. What is accepted may change rows: each operation has rows of its own tenant for that.

leaveNoPlatformMail(); // before the service, whose connection it needs, is closed
const service = useService({ worker: false });
const UNKNOWN = '7d8b2c1e-93a4-4f6b-8e21-5c0a9d3f4b17';
/** Fields that one operation is tried with at most, so that the file stays quick. */
const MAX_FIELDS = 12;

let rows: OneOfEach;
let systemAdmin: string;
beforeAll(async () => {
  rows = await makeOneOfEach(await makeTenant());
  systemAdmin = await makeSystemAdmin();
});

const withBody = operations
  .filter(({ body }) => body !== null)
  .map((operation): [string, Operation] => [operation.name, operation]);
const withQuery = operations
  .filter(({ parameters }) => parameters.some((parameter) => parameter.in === 'query'))
  .map((operation): [string, Operation] => [operation.name, operation]);

const caller = (operation: Operation): Caller =>
  callerOf(operation, { admin: rows.tenant.admin, systemAdmin, apiKey: rows.apiKey, guestToken: rows.guestToken });

/** A path to rows that exist, so that the body gets as far as it can. */
function pathOf(operation: Operation): string {
  return fillPath(operation, rows.pathValues(operation.path));
}

/** Asserts the rule of this file on one answer; `what` names the input in a failure. */
function expectOrderly(what: string, operation: Operation, { status, body, text }: Response): void {
  expect([what, status, status < 500]).toEqual([what, status, true]);
  if (status < 400) return;
  if (status === 401 && !operation.isOpen) throw new Error(`${what}: the session ended`);
  if (text === '') {
    expect([what, status === 401 || status === 403]).toEqual([what, true]);
    return;
  }
  expect([what, body]).toEqual([
    what,
    expect.objectContaining({
      success: false,
      errorCode: expect.stringMatching(/^[A-Z_]+$/),
      errorMessage: expect.any(String),
      reason: expect.objectContaining({ code: expect.stringMatching(/^[A-Z0-9_]+$/) }),
      validationErrors: expect.any(Array),
    }),
  ]);
  if (body.errorCode === 'VALIDATION')
    for (const entry of body.validationErrors)
      expect([what, entry]).toMatchObject([what, { field: expect.any(String), message: expect.any(String) }]);
}

/** JSON text of an object in an object in an object. */
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** What no text is: each text field refuses it, also beside others that do. */
const NO_TEXT: [string, unknown][] = [
  ['an operator', { $ne: null }],
  ['an array', [{ $gt: '' }]],
  ['a number', 1e308],
];

const isText = (schema: Schema): boolean => resolveSchema(schema).type === 'string';

/** Wrong values of one property that a careless service might accept: other types than its own, and what attackers send. */
function hostileValues(schema: Schema): [string, unknown][] {
  if (isText(schema))
    return [
      ['a very long text', 'x'.repeat(20_000)],
      ['a null byte', '\0'],
    ];
  const { type, properties } = resolveSchema(schema);
  const values: [string, unknown][] = [
    ...NO_TEXT,
    ['a key of the prototype', { constructor: { prototype: { isAdmin: true } } }],
  ];
  if (type === 'array') values.push(['a list of wrong things', [null, 1, 'x', {}, []]]);
  if (type === 'number' || type === 'integer') values.push(['a fraction below zero', -0.5], ['a number as text', '1']);
  if (type === 'boolean') values.push(['a boolean as text', 'true']);
  if (properties) values.push(['an empty object', {}]);
  return values;
}

test('there is something to check', () => {
  expect(withBody.length).toBeGreaterThan(5);
  expect(withQuery.length).toBeGreaterThan(1);
});

describe('bodies', () => {
  test.each(withBody)('%s: wrong values of each field', async (_name, operation) => {
    if (!operation.body) throw new Error('no body');
    const { properties, required } = propertiesOf(operation.body);
    const base = smallestBody(operation.body);
    const ask = async (what: string, values: object): Promise<Response> => {
      const answer = await bareCall(service(), operation, pathOf(operation), caller(operation)).send({
        ...base,
        ...values,
      });
      expectOrderly(what, operation, answer);
      return answer;
    };
    const setAll = (fields: string[], value: unknown): object =>
      Object.fromEntries(fields.map((name) => [name, value]));
    for (const [field, schema] of Object.entries(properties).slice(0, MAX_FIELDS))
      for (const [what, value] of hostileValues(schema)) await ask(`${field}: ${what}`, { [field]: value });
    await ask('null', setAll([...required], null));
    const texts = Object.keys(properties).filter((name) => isText(properties[name] ?? {}));
    if (texts.length === 0) return;
    for (const [what, value] of NO_TEXT) {
      const { status, body } = await ask(what, setAll(texts, value));
      const named = body.validationErrors.map(({ field }: { field: string }) => field);
      // A body that may be null is refused whole.
      expect([what, status, named]).toEqual([
        what,
        400,
        named[0] === 'body' ? ['body'] : expect.arrayContaining(texts),
      ]);
    }
  });

  // What is no JSON object is refused by the parser of all operations: test/api/platform/http-floor.test.ts.
  test.each(withBody)('%s: wrong bodies', async (_name, operation) => {
    const unknown = { tenantId: UNKNOWN, roles: ['SystemAdmin'], $where: '1', __proto__: { a: 1 } };
    for (const [what, body] of [
      ['an array', '[]'],
      ['nothing of what is asked', '{}'],
      ['deep nesting', nested(10_000)],
      ['unknown fields', JSON.stringify(unknown)],
    ] as const) {
      const answer = await bareCall(service(), operation, pathOf(operation), caller(operation))
        .set('Content-Type', 'application/json')
        .send(body);
      expectOrderly(what, operation, answer);
      if (what === 'an array') expect([what, answer.status]).toEqual([what, 400]);
    }
  });
});

describe('queries', () => {
  test.each(withQuery)('%s', async (_name, operation) => {
    const queries = operation.parameters.filter((parameter) => parameter.in === 'query');
    // A stream of events would not end: it is asked for a row that does not exist.
    const path =
      operation.produces === 'text/event-stream'
        ? fillPath(
            operation,
            Object.fromEntries(operation.pathParameters.map((name) => [name, namesRow(name) ? UNKNOWN : '1'])),
          )
        : pathOf(operation);
    const needed = queries.filter(({ required }) => required).map(({ name }) => `${name}=${UNKNOWN}`);
    const ask = async (query: string): Promise<Response> => {
      const answer = await bareCall(service(), operation, `${path}?${[...needed, query].join('&')}`, caller(operation));
      expectOrderly(query.slice(0, 60), operation, answer);
      return answer;
    };
    const ofPages = (name: string): boolean => ['page', 'pageSize'].includes(name);
    for (const { name } of queries) {
      if (!ofPages(name))
        for (const value of ['', '%00', '.*', '%7B%22%24ne%22%3A1%7D', 'x'.repeat(5_000)])
          await ask(`${name}=${value}`);
      for (const query of [`${name}[$ne]=1`, `${name}[__proto__][x]=1`]) await ask(query);
      const twice = await ask(`${name}=1&${name}=2`);
      expect([name, twice.status]).toEqual([name, 400]);
    }
    for (const { name } of queries.filter((query) => ofPages(query.name)))
      for (const value of ['0', '-1', '1.5', 'abc', '1e999', '', '%00', 'x'.repeat(5_000)]) {
        const answer = await ask(`${name}=${value}`);
        expect([name, value, answer.status, answer.body.errorCode]).toEqual([name, value, 400, 'VALIDATION']);
      }
  });
});

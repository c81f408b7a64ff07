import { PERMISSIONS } from '../../shared/kernel/permissions';
import {
  type Operation,
  operations,
  propertiesOf,
  resolveSchema,
  type Schema,
  schemaName,
} from '../support/operations';
import { expectOnly } from './exceptions';

/** Operations that break a rule of their own; the text of a violation begins with the operation's name. */
const broken = (rule: (operation: Operation) => boolean): string[] =>
  operations.filter((operation) => !rule(operation)).map((operation) => operation.name);

test('the document is not empty', () => {
  expect(operations.length).toBeGreaterThan(10);
});

test('no operation exports CSV', () => {
  const produces = ({ responses }: Operation) =>
    Object.values(responses).flatMap(({ content = {} }) => Object.keys(content));
  expect(operations.filter((operation) => produces(operation).includes('text/csv'))).toEqual([]);
});

describe('who may pass (architecture 5: closed until it says who)', () => {
  test('every operation asks for exactly one permission, for the API key under /api/v1, or for a guest under /api/guest', () => {
    expectOnly(
      broken(({ path, security }) => {
        if (path.startsWith('/api/v1/')) return JSON.stringify(security) === '[{"apiKey":[]}]';
        if (path === '/api/guest' || path.startsWith('/api/guest/'))
          return JSON.stringify(security) === '[{"guest":[]}]';
        const [only, ...others] = security;
        const scopes = only?.jwt ?? [];
        return (
          JSON.stringify(others) === '[{"cookie":[]}]' &&
          scopes.length === 1 &&
          Object.hasOwn(PERMISSIONS, scopes[0] ?? '')
        );
      }),
      {
        'POST /api/auth/token': 'signing in is what gives a token',
        'GET /api/auth/organization': 'a sign-in page shows it before anyone has signed in',
        'GET /api/auth/organization/logo': 'a sign-in page shows it before anyone has signed in',
        'POST /api/auth/refresh': 'the refresh token is the proof',
        'POST /api/auth/forgot-password': 'asked by those who cannot sign in',
        'POST /api/auth/reset-password': 'the token of the mailed link is the proof',
        'GET /api/auth/sso/start': 'leads those who have not signed in to their provider',
        'GET /api/auth/sso/callback': 'the code of the provider is the proof',
        'POST /api/guest/session': 'the token of the mailed link is the proof',
        'POST /api/auth/two-factor': 'the challenge token and the code are the proof',
      },
    );
  });

  test('every permission is asked for by an operation', () => {
    const asked = new Set(operations.map((operation) => operation.permission));
    expectOnly(
      Object.keys(PERMISSIONS).filter((permission) => !asked.has(permission)),
      {
        'queues:watch': 'asked for by Bull Board, which is no operation of the document',
      },
    );
  });
});

describe('what a reader of the document needs', () => {
  test('operation ids are unique', () => {
    const ids = operations.map((operation) => operation.operationId);
    expectOnly(ids.filter((id, index) => ids.indexOf(id) !== index));
  });

  test.each<[string, (operation: Operation) => boolean]>([
    ['a summary', ({ summary }) => /\S/.test(summary ?? '')],
    ['a description', ({ description }) => /\S/.test(description ?? '')],
    ['one tag', ({ tags }) => tags?.length === 1],
  ])('every operation has %s', (_what, rule) => expectOnly(broken(rule)));

  test('paths are kebab-case, their parameters camelCase', () => {
    expectOnly(broken(({ path }) => /^(\/(v\d+|[a-z0-9]+(-[a-z0-9]+)*|\{[a-z][A-Za-z]*\}))+$/.test(path)));
  });
});

describe('declared errors', () => {
  const declares = (operation: Operation, status: number): boolean => String(status) in operation.responses;

  test('400 where there is a body or a query', () => {
    expectOnly(
      broken(
        (operation) =>
          (operation.requestBody === undefined &&
            operation.parameters.every((parameter) => parameter.in !== 'query')) ||
          declares(operation, 400),
      ),
    );
  });

  test('404 where the path names a row', () => {
    expectOnly(broken((operation) => operation.pathParameters.length === 0 || declares(operation, 404)));
  });

  test('401 and 403 where someone must be signed in', () => {
    expectOnly(broken((operation) => operation.isOpen || (declares(operation, 401) && declares(operation, 403))));
  });

  test.each<[string, string[], (operation: Operation) => boolean]>([
    ['400', ['BAD_REQUEST'], ({ isOpen }) => !isOpen],
    ['400', ['VALIDATION'], ({ requestBody }) => requestBody !== undefined],
    ['401', ['TENANT_MISMATCH'], ({ isOpen }) => !isOpen],
    ['403', ['TENANT_SUSPENDED', 'TENANT_CANCELLED'], ({ isOpen }) => !isOpen],
    ['403', ['PASSWORD_CHANGE_REQUIRED'], ({ permission }) => permission === 'people:manage'],
    ['404', ['NOT_FOUND'], ({ pathParameters }) => pathParameters.length > 0],
    ['409', ['ONBOARDING_REQUIRED'], ({ permission }) => permission === 'people:manage'],
    [
      '409',
      ['CONFLICT'],
      ({ responses, body }) => '201' in responses && body !== null && 'id' in propertiesOf(body).properties,
    ],
    ['409', ['PLAN_LIMIT_EMPLOYEES'], ({ name }) => name === 'POST /api/employees'],
    ['409', ['PLAN_LIMIT_CYCLES'], ({ name }) => name === 'POST /api/evaluation-cycles'],
    ['412', ['PRECONDITION_FAILED'], ({ parameters }) => parameters.some(({ name }) => name === 'If-Match')],
    ['429', ['RATE_LIMITED'], () => true],
    ['503', ['SERVICE_UNAVAILABLE'], () => true],
  ])('%s %j has a body wherever an operation of the internal API can answer it', (status, codes, may) => {
    const asked = operations.filter((operation) => !operation.path.startsWith('/api/v1/') && may(operation));
    expect(asked.length).toBeGreaterThan(0);
    expectOnly(
      asked
        .filter(({ responses }) => {
          const { description = '', content } = responses[status] ?? {};
          return !content?.['application/json'] || !codes.every((code) => description.includes(code));
        })
        .map(({ name }) => name),
    );
  });

  test('errors with a body have the shape of docs/specification.md, and each field of it', () => {
    const { properties: shape } = propertiesOf({ $ref: '#/components/schemas/ErrorBody' });
    expect(Object.keys(shape).sort()).toEqual(['errorCode', 'errorMessage', 'reason', 'success', 'validationErrors']);
    const more = new Set<string>();
    for (const operation of operations)
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const schema = content?.['application/json']?.schema;
        if (Number(status) < 400 || !schema) continue;
        const { properties } = propertiesOf(schema);
        expect([operation.name, Object.keys(properties)]).toEqual([
          operation.name,
          expect.arrayContaining(Object.keys(shape)),
        ]);
        for (const name of Object.keys(properties))
          if (!(name in shape)) more.add(`${operation.name} ${status}: ${name}`);
      }
    expect([...more].sort()).toMatchInlineSnapshot(`
[
  "DELETE /api/development-plans/{id} 409: status",
  "DELETE /api/development-plans/{id}/actions/{actionId} 409: status",
  "GET /api/privacy-requests/{id}/comments 409: status",
  "GET /api/privacy-requests/{id}/mentions 409: status",
  "GET /api/privacy-requests/{id}/preview 409: status",
  "POST /api/auth/token 401: challengeToken",
  "POST /api/competencies/import-csv 400: headings",
  "POST /api/development-plans/from-gaps 409: status",
  "POST /api/development-plans/{id}/actions 409: status",
  "POST /api/development-plans/{id}/approve 409: status",
  "POST /api/development-plans/{id}/cancel 409: status",
  "POST /api/development-plans/{id}/complete 409: status",
  "POST /api/development-plans/{id}/reject 409: status",
  "POST /api/development-plans/{id}/start 409: status",
  "POST /api/development-plans/{id}/submit 409: status",
  "POST /api/employees/import-csv 400: dateExamples",
  "POST /api/employees/import-csv 400: headings",
  "POST /api/evaluation-cycles/{id}/guests/import-csv 400: headings",
  "POST /api/guest/evaluations/{id}/respond 409: revision",
  "POST /api/job-profiles/import-csv 400: headings",
  "POST /api/my-evaluations/{id}/respond 409: revision",
  "POST /api/privacy-requests/{id}/cancel 409: status",
  "POST /api/privacy-requests/{id}/complete 409: status",
  "POST /api/privacy-requests/{id}/complete 409: undecided",
  "POST /api/privacy-requests/{id}/extend 409: status",
  "POST /api/skill-frameworks/import-csv 400: headings",
  "POST /api/tenant-settings/onboarding/complete 409: missing",
  "PUT /api/development-plans/{id} 409: status",
  "PUT /api/development-plans/{id}/actions/{actionId} 409: status",
  "PUT /api/goals/{id} 409: status",
  "PUT /api/privacy-requests/{id}/comments/{commentId} 409: status",
  "PUT /api/privacy-requests/{id}/mentions/{mentionId} 409: status",
]
`);
  });
});

describe('what answers show', () => {
  test('no secret, no storage detail, no tenant', () => {
    const hidden = new Set([
      'tenantId',
      'passwordHash',
      'hash',
      'tokenHash',
      'refreshHash',
      'totpSecret',
      '_id',
      '__v',
      'isDeleted',
    ]);
    const found = new Set<string>();
    const visited = new Set<string>();
    const visit = (schema: Schema, owner: string): void => {
      const name = schema.$ref ? schemaName(schema) : owner;
      if (schema.$ref && visited.has(name)) return;
      visited.add(name);
      const {
        properties = {},
        items,
        allOf = [],
        anyOf = [],
        oneOf = [],
        additionalProperties,
      } = resolveSchema(schema);
      for (const [key, property] of Object.entries(properties)) {
        if (hidden.has(key)) found.add(`${name}.${key}`);
        visit(property, `${name}.${key}`);
      }
      for (const part of [items, ...allOf, ...anyOf, ...oneOf]) if (part) visit(part, name);
      if (typeof additionalProperties === 'object') visit(additionalProperties, name);
    };
    for (const { schema, operation } of answers()) visit(schema, operation.name);
    expect(visited.size).toBeGreaterThan(5);
    expectOnly([...found], {
      'PingV1.tenantId': 'tells an integrator whose key it is',
      'AuditLogView.hash': 'the link of the chain, which lets anybody compare two readings of the log',
      'DeletedRowV1.isDeleted': 'tells a BI tool that keeps a copy what to drop',
      'DeletedSubjectV1.isDeleted': 'tells a BI tool that keeps a copy what to drop',
      'PlanUsageView.tenantId': 'a SystemAdmin asks about one tenant by this id',
    });
  });

  test('lists are pages, except dropdowns, trees and the datasets of v1', () => {
    const bare = answers()
      .filter(({ operation, schema }) => operation.method === 'get' && resolveSchema(schema).type === 'array')
      .map(({ operation }) => operation.name)
      .filter((name) => !/\/(options|tree)$/.test(name));
    expectOnly(bare, {
      'GET /api/email-triggers/cycle/{id}': 'at most one for each kind of email',
      'GET /api/employees/photos': 'at most one for each id that is asked for',
      'GET /api/evaluation-cycles/{id}/progress': 'one short row a day, for a chart',
      'GET /api/my-nominations/{cycleId}/candidates': 'a dropdown, by search and limit',
      'GET /api/team-nominations/{cycleId}/{subjectId}/candidates': 'a dropdown, by search and limit',
      'GET /api/starter-sets': 'the sets that come with the service, at present one',
      'GET /api/v1/cycles': 'docs/specification.md shows it without pages',
      'GET /api/v1/datasets/competency-scores': 'complete and without pages, as the other datasets',
      'GET /api/v1/datasets/participation': 'complete and without pages, as the other datasets',
      'GET /api/v1/datasets/survey-figures': 'complete and without pages, as the other datasets',
      'GET /api/v1/datasets/scores': 'complete and without pages',
      'GET /api/v1/datasets/gaps': 'complete and without pages',
      'GET /api/v1/datasets/nine-box': 'complete and without pages',
      'GET /api/v1/goals': 'docs/specification.md shows it without pages',
      'GET /api/v1/pulse-surveys': 'docs/specification.md shows it without pages',
    });
  });

  test('pages have the five fields and take page and pageSize', () => {
    const pages = answers().filter(({ schema }) => {
      const { properties } = propertiesOf(schema);
      return 'totalCount' in properties || 'totalPages' in properties;
    });
    expect(pages.length).toBeGreaterThan(0);
    const others = pages.filter(({ schema, operation }) => {
      const fields = Object.keys(propertiesOf(schema).properties).sort().join();
      const queries = new Set(operation.parameters.map((parameter) => parameter.name));
      return fields !== 'items,page,pageSize,totalCount,totalPages' || !queries.has('page') || !queries.has('pageSize');
    });
    expectOnly(
      others.map(({ operation }) => operation.name),
      { 'GET /api/gap-analysis': 'also names the cycle that it shows, which is a default' },
    );
  });
});

/** The JSON answers of success, operation by operation. */
function answers(): { operation: Operation; schema: Schema }[] {
  return operations.flatMap((operation) =>
    Object.entries(operation.responses)
      .filter(([status]) => Number(status) < 400)
      .flatMap(([, { content }]) => {
        const schema = content?.['application/json']?.schema;
        return schema ? [{ operation, schema }] : [];
      }),
  );
}

import { type ApiDocument, breakingChanges } from '../../dev/openapi/breaking-changes';
import type { Schema } from '../../dev/production-build/schema-form';

const row: Schema = {
  type: 'object',
  required: ['id', 'score'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    score: { type: 'integer', minimum: 0, maximum: 4 },
    state: { type: 'string', enum: ['Open', 'Closed'] },
    note: { type: 'string', nullable: true },
  },
};

function makeDocument(): ApiDocument {
  return {
    paths: {
      '/rows': {
        get: {
          security: [{ apiKey: [] }],
          parameters: [{ name: 'search', in: 'query', required: false, schema: { type: 'string', maxLength: 100 } }],
          responses: {
            '200': {
              headers: { ETag: {} },
              content: {
                'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Row' } } },
              },
            },
            '404': {},
          },
        },
      },
    },
    components: { schemas: { Row: structuredClone(row) } },
  };
}

type Parts = {
  document: ApiDocument;
  operation: ApiDocument['paths'][string][string];
  properties: Record<string, Schema>;
};

function changed(change: (parts: Parts) => void): ApiDocument {
  const document = makeDocument();
  const operation = document.paths['/rows']!.get!;
  change({ document, operation, properties: document.components.schemas.Row!.properties! });
  return document;
}

describe('the promise of v1: what breaks a reader', () => {
  test.each<[string, (parts: Parts) => void, string]>([
    ['a route removed', ({ document }) => void delete document.paths['/rows'], 'GET /rows is gone'],
    ['another key', ({ operation }) => void (operation.security = []), 'security was'],
    ['a parameter renamed', ({ operation }) => void (operation.parameters![0]!.name = 'q'), 'parameter search is gone'],
    ['a parameter required', ({ operation }) => void (operation.parameters![0]!.required = true), 'is required now'],
    [
      'a new required parameter',
      ({ operation }) => void operation.parameters!.push({ name: 'year', in: 'query', required: true }),
      'the new parameter year is required',
    ],
    [
      'a parameter that takes less',
      ({ operation }) => void (operation.parameters![0]!.schema!.maxLength = 50),
      'another maxLength',
    ],
    ['an answer removed', ({ operation }) => void delete operation.responses['404'], 'the answer 404 is gone'],
    ['a header removed', ({ operation }) => void (operation.responses['200']!.headers = {}), 'the header ETag is gone'],
    [
      'a content type removed',
      ({ operation }) => void (operation.responses['200']!.content = {}),
      'application/json is gone',
    ],
    ['a field removed', ({ properties }) => void delete properties.note, 'note is gone'],
    ['a field of another type', ({ properties }) => void (properties.score!.type = 'string'), 'type was "integer"'],
    ['a field that may be null', ({ properties }) => void (properties.score!.nullable = true), 'score may be null'],
    [
      'a field that may be missing',
      ({ document }) => void (document.components.schemas.Row!.required = ['id']),
      'score may be missing',
    ],
    ['a new value of a state', ({ properties }) => void properties.state!.enum!.push('Paused'), 'state: other values'],
    ['a wider figure', ({ properties }) => void (properties.score!.maximum = 9), 'another maximum'],
  ])('%s', (_what, change, problem) => {
    expect(breakingChanges(makeDocument(), changed(change))).toEqual([expect.stringContaining(problem)]);
  });
});

describe('what may be added', () => {
  test.each<[string, (parts: Parts) => void]>([
    ['nothing', () => undefined],
    ['a route', ({ document, operation }) => void (document.paths['/more'] = { get: operation })],
    ['a field', ({ properties }) => void (properties.more = { type: 'string' })],
    ['a parameter', ({ operation }) => void operation.parameters!.push({ name: 'more', in: 'query', required: false })],
    ['a parameter that takes more', ({ operation }) => void (operation.parameters![0]!.schema!.maxLength = 200)],
    ['an answer', ({ operation }) => void (operation.responses['429'] = {})],
    ['a description', ({ properties }) => void (properties.note!.description = 'Text.')],
  ])('%s', (_what, change) => {
    expect(breakingChanges(makeDocument(), changed(change))).toEqual([]);
  });
});

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Information, INTERNAL, PUBLIC } from './information';
import { correctForm, type Schema } from './schema-form';

interface Header {
  $ref: string;
}

interface Operation {
  tags?: string[];
  responses: Record<string, { headers?: Record<string, Header> }>;
}

interface Document {
  info: Record<string, unknown>;
  servers: unknown;
  tags?: unknown;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; headers?: Record<string, unknown> };
}

const whole = (description: string, example: number) => ({ description, schema: { type: 'integer', example } });

/** Headers of answers, which tsoa's decorators cannot say. */
const HEADERS = {
  'RateLimit-Limit': whole('Requests per minute that the narrower limit allows.', 200),
  'RateLimit-Remaining': whole('Requests left in this minute.', 199),
  'RateLimit-Reset': whole('Seconds until the minute ends.', 60),
  'Retry-After': whole('Seconds to wait.', 12),
  ETag: { description: 'The version of the answer, for `If-None-Match`.', schema: { type: 'string', example: '"3"' } },
};
const ON_EVERY_ANSWER = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

/** Completes the documents that tsoa wrote: their form, what a reader should know first, headers, tags. */
function complete(name: 'public' | 'internal', { title, description, tags }: Information): void {
  const document = JSON.parse(readFileSync(resolve('build/tsoa', `${name}.json`), 'utf8')) as Document;
  const { schemas } = document.components;
  correctForm(document, (reference) => schemas[reference.replace('#/components/schemas/', '')]?.type);
  const license = { name: 'Proprietary', url: '/swagger/' };
  document.info = { ...document.info, title, description, license };
  document.servers = [{ url: '/', description: 'This server' }];
  const used = new Set<string>();
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const tag of operation.tags ?? []) used.add(tag);
    addHeaders(operation, name === 'public');
  }
  const text = JSON.stringify(document.paths);
  document.components.headers = Object.fromEntries(
    Object.entries(HEADERS).filter(([header]) => text.includes(`#/components/headers/${header}"`)),
  );
  document.tags = [...used].sort().map((tag) => ({ name: tag, ...(tags[tag] ? { description: tags[tag] } : {}) }));
  const file = resolve('build/openapi', `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(document, null, 2));
  renameSync(`${file}.${process.pid}`, file); // whoever reads it meanwhile reads a whole one
}

function addHeaders({ responses }: Operation, isTagged: boolean): void {
  for (const [status, response] of Object.entries(responses)) {
    const names = [
      ...ON_EVERY_ANSWER,
      ...(status === '429' ? ['Retry-After'] : []),
      ...(isTagged && (status === '200' || status === '304') ? ['ETag'] : []),
    ];
    response.headers = Object.fromEntries(names.map((header) => [header, { $ref: `#/components/headers/${header}` }]));
  }
}

complete('public', PUBLIC);
complete('internal', INTERNAL);

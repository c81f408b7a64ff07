import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  isPermission,
  isPlatformPermission,
  OPEN_DURING_ONBOARDING,
  type Permission,
} from '../../shared/kernel/permissions';
import { type Information, INTERNAL, PUBLIC } from './information';
import { PUBLIC_EXAMPLES } from './public-examples';
import { allowMoreProperties, correctForm, type Schema } from './schema-form';

interface Header {
  $ref: string;
}

interface Response {
  headers?: Record<string, Header>;
  content?: Record<string, { schema?: Schema; example?: unknown }>;
  description?: string;
}

interface Operation {
  tags?: string[];
  parameters?: { name?: string; $ref?: string }[];
  responses: Record<string, Response>;
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  security?: Record<string, string[]>[];
}

interface Document {
  info: Record<string, unknown>;
  servers: unknown;
  tags?: unknown;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    headers?: Record<string, unknown>;
    parameters?: object;
    securitySchemes: Record<string, object>;
  };
}

type Named = (reference: string) => Schema | undefined;

const whole = (description: string, example: number) => ({ description, schema: { type: 'integer', example } });

/** Headers of answers, which tsoa's decorators cannot say. */
const HEADERS = {
  'RateLimit-Limit': whole('Requests per minute that the narrower limit allows.', 200),
  'RateLimit-Remaining': whole('Requests left in this minute.', 199),
  'RateLimit-Reset': whole('Seconds until the minute ends.', 60),
  'Retry-After': whole('Seconds to wait.', 12),
  ETag: { description: 'The version of the answer, for `If-None-Match`.', schema: { type: 'string', example: '"3"' } },
};
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the answer that you have: 304 without a body when nothing has changed.',
  schema: { type: 'string', maxLength: 1_000, example: '"3"' },
};
const X_TENANT = {
  name: 'X-Tenant',
  in: 'header',
  required: false,
  description:
    'Short name of the organization, where the host does not name it. A SystemAdmin names the organization to act on; for everyone else the token decides.',
  schema: { type: 'string', maxLength: 63, example: 'acme' },
};
const PREFER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: 'With `respond-async` the response is 202 with the job at once.',
  schema: { type: 'string', example: 'respond-async' },
};
const errorResponse = (description: string): Response => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
});

/** Tokens are also taken out of a cookie, which tsoa's decorators would ask for in addition to the token. */
const COOKIE = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-session',
  description:
    'Set by a sign-in with `"cookie": true`; named `session` where plain http is served. Other methods than GET need the `Origin` of this server.',
};

/** References to documents outside the repository. */
const SECTIONS = / \((?:spec|decisions) [^)]*\)/g;
const ON_EVERY_ANSWER = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

/** Completes the documents that tsoa wrote: their form, what a reader should know first, headers, tags. */
function complete(name: 'public' | 'internal', { title, description, tags }: Information): void {
  const written = readFileSync(resolve('build/tsoa', `${name}.json`), 'utf8');
  const document = JSON.parse(written.replace(SECTIONS, '')) as Document;
  const { schemas } = document.components;
  const named: Named = (reference) => schemas[reference.replace('#/components/schemas/', '')];
  correctForm(document, named);
  allowMoreProperties(document);
  dropUnused(document);
  const license = { name: 'Proprietary', url: '/swagger/' };
  document.info = { ...document.info, title, description, license };
  document.servers = [{ url: '/', description: 'This server' }];
  const used = new Set<string>();
  for (const [path, operation] of Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => [path, operation] as const),
  )) {
    dropScopesOfKeys(operation);
    addKeyRefusals(operation);
    if (name === 'internal') {
      addRefusals(path, operation, named);
      addSharedParameters(operation);
    } else {
      addExample(path, operation);
    }
    for (const tag of operation.tags ?? []) used.add(tag);
    addHeaders(operation, name === 'public');
    if (name === 'public') addForms(operation);
    for (const response of Object.values(operation.responses)) nameBytes(response);
    if (operation.security?.some((scheme) => 'jwt' in scheme)) operation.security.push({ cookie: [] });
  }
  if (name === 'internal') document.components.securitySchemes.cookie = COOKIE;
  document.components.parameters =
    name === 'public' ? { IfNoneMatch: IF_NONE_MATCH } : { XTenant: X_TENANT, Prefer: PREFER };
  const text = JSON.stringify(document.paths);
  document.components.headers = Object.fromEntries(
    Object.entries(HEADERS).filter(([header]) => text.includes(`#/components/headers/${header}"`)),
  );
  document.tags = [...used].sort().map((tag) => ({ name: tag, ...(tags[tag] ? { description: tags[tag] } : {}) }));
  const file = resolve('build/openapi', `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(document, null, 2));
  renameSync(`${file}.${process.pid}`, file); // a concurrent reader gets a complete document
}

/** Schemas that are written out wherever they were used need no name. */
function dropUnused(document: Document): void {
  const { schemas } = document.components;
  const text = JSON.stringify(document);
  const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  for (const name of unused) delete schemas[name];
  if (unused.length > 0) dropUnused(document); // which may have been the only ones that named others
}

/** OpenAPI 3.0 allows no scopes on the scheme of the keys; the answer 403 says which operations need one. */
function dropScopesOfKeys(operation: Operation): void {
  operation.security = operation.security?.map((scheme) => ('apiKey' in scheme ? { apiKey: [] } : scheme));
}

/** The answer to a caller whose key is unknown. */
function addKeyRefusals({ responses, security = [] }: Operation): void {
  if (security.some((scheme) => 'apiKey' in scheme))
    responses['401'] ??= { description: 'The key is missing, unknown, expired or revoked (no body)' };
}

const VALIDATION = 'VALIDATION: `validationErrors` names the fields';
const ID_TAKEN = 'CONFLICT: the id is taken';
const MALFORMED = 'BAD_REQUEST: the request is malformed, or X-Tenant names no organization';
const FOREIGN = 'FOREIGN_ORIGIN: a change with a cookie from another address';
const INACTIVE = 'TENANT_SUSPENDED or TENANT_CANCELLED';

/**
 * The refusals that follow from an operation's permission, path, parameters and body. A controller declares those alone
 * that say more, and they stay; what every request can be refused with is added to their text.
 */
function addRefusals(path: string, operation: Operation, named: Named): void {
  const { responses, parameters = [], requestBody, security = [] } = operation;
  const permission = security.find((scheme) => 'jwt' in scheme)?.jwt?.[0];
  const add = (status: number, ...texts: string[]): void => {
    const declared = responses[status];
    const told = declared?.description ?? '';
    const description = [told, ...texts.filter((text) => !told.includes(text.split(/[ :]/)[0] ?? ''))].filter(Boolean);
    responses[status] = { ...errorResponse(''), ...declared, description: description.join('; ') };
  };
  if (requestBody || parameters.length > 0) add(400, VALIDATION, MALFORMED);
  else if (permission !== undefined) add(400, MALFORMED);
  if (letsChooseId(operation, named)) add(409, ID_TAKEN);
  if (permission !== undefined && isPermission(permission)) {
    add(401, 'The token is missing or invalid (no body)', 'TENANT_MISMATCH: the host is that of another organization');
    add(403, 'Your role does not allow this (no body)', FOREIGN, INACTIVE, ...refusalsUntilSetUp(permission));
    if (!isPlatformPermission(permission) && !OPEN_DURING_ONBOARDING.has(permission)) add(409, 'ONBOARDING_REQUIRED');
  }
  if (security.some((scheme) => 'guest' in scheme)) {
    add(400, MALFORMED);
    add(
      401,
      'The session is missing or invalid (no body)',
      'INVALID_CREDENTIALS: a newer email replaced the link',
      'TENANT_MISMATCH: the host is that of another organization',
    );
    add(403, FOREIGN, INACTIVE);
  }
  if (path.includes('{')) add(404, 'NOT_FOUND: does not exist, or you cannot see it');
  if (parameters.some(({ name }) => name === 'If-Match'))
    add(412, 'PRECONDITION_FAILED: changed since the ETag that you sent');
  if (requestBody) {
    add(413, 'PAYLOAD_TOO_LARGE');
    add(415, 'UNSUPPORTED_MEDIA_TYPE: send JSON, or multipart/form-data for uploads');
  }
  add(429, 'RATE_LIMITED: wait as long as `Retry-After` says');
  responses['500'] ??= { description: 'INTERNAL: unexpected error (no body)' };
  add(503, 'SERVICE_UNAVAILABLE: wait as long as `Retry-After` says');
}

/** Whether the caller can choose the id of the row that is created: a row can have it already. */
function letsChooseId({ responses, requestBody }: Operation, named: Named): boolean {
  const body = requestBody?.content?.['application/json']?.schema;
  return '201' in responses && 'id' in (named(body?.$ref ?? '')?.properties ?? {});
}

/** What an account has to do first. */
function refusalsUntilSetUp(permission: Permission): string[] {
  if (permission === 'profile:enter') return [];
  return [
    ...(permission === 'password:change' ? [] : ['PASSWORD_CHANGE_REQUIRED']),
    ...(permission === 'two-factor:set-up' ? [] : ['TWO_FACTOR_SETUP_REQUIRED']),
  ];
}

/** The parameters that all operations of the internal API take and would otherwise be repeated in each controller. */
function addSharedParameters(operation: Operation): void {
  const { responses, security = [] } = operation;
  const permission = security.find((scheme) => 'jwt' in scheme)?.jwt?.[0];
  const names = [
    ...(permission === undefined || !isPermission(permission) || !isPlatformPermission(permission) ? ['XTenant'] : []),
    ...('202' in responses ? ['Prefer'] : []),
  ];
  operation.parameters = [
    ...(operation.parameters ?? []),
    ...names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

/** tsoa writes every stream as `byte`, which means base64. */
function nameBytes({ content = {} }: Response): void {
  for (const [type, { schema }] of Object.entries(content))
    if (schema?.format === 'byte') schema.format = /^text\/|ndjson$/.test(type) ? undefined : 'binary';
}

/** Every operation of the public API shows one whole response; each other example is a value of its own. */
function addExample(path: string, { responses }: Operation): void {
  const json = responses['200']?.content?.['application/json'];
  if (!json || !(path in PUBLIC_EXAMPLES)) throw new Error(`${path} has no example in public-examples.ts.`);
  json.example = PUBLIC_EXAMPLES[path];
}

function addHeaders({ responses }: Operation, isTagged: boolean): void {
  for (const [status, response] of Object.entries(responses)) {
    const names = [
      ...ON_EVERY_ANSWER,
      ...(status === '429' || status === '503' ? ['Retry-After'] : []),
      ...(isTagged && '304' in responses && (status === '200' || status === '304') ? ['ETag'] : []),
    ];
    response.headers = Object.fromEntries(names.map((header) => [header, { $ref: `#/components/headers/${header}` }]));
  }
}

/** What the readers of v1 may send and get in addition to JSON: the tag that they know, and a dataset's rows as lines. */
function addForms({ tags, parameters = [], responses }: Operation): void {
  if ('304' in responses) parameters.push({ $ref: '#/components/parameters/IfNoneMatch' });
  const content = responses['200']?.content;
  const rows = content?.['application/json']?.schema;
  if (tags?.includes('Datasets') && content && rows?.type === 'array') {
    const row = rows.items as Schema;
    content['application/x-ndjson'] = { schema: row.$ref ? row : { ...row, description: 'A row on each line.' } };
  }
}

complete('public', PUBLIC);
complete('internal', INTERNAL);

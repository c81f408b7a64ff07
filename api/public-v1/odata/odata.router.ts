import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { CODES_WITHOUT_BODY } from '../../../shared/kernel/errors';
import { logger } from '../../../shared/kernel/logger';
import type { ApiKeyScope } from '../../../shared/platform/api-key-scope';
import { toAppError } from '../../http/errors';
import { logRefusal } from '../../http/security-log';
import { sendPieces } from '../../http/send-pieces';
import { assertScope, bindApiKey, recordDatasetRead } from '../../platform/sign-in/api-key-authentication';
import { type Resource, resourceOf, serviceRoot } from './address';
import { collectionText, projected } from './collection-text';
import { type EntitySet, keyOf } from './entity-set';
import { ENTITY_SETS } from './entity-sets';
import type { Row } from './filter-expression';
import { NO_LIMITS } from './limits';
import { metadataJson, metadataXml } from './metadata';
import { answerForm, answerVersion, jsonType } from './negotiation';
import { ODataError } from './odata-error';
import { countRows, readPage } from './page';
import { allowOptions, queryOptions, type RawOptions, rawOptions } from './query-options';

/** Rows of a page, unless `Prefer: odata.maxpagesize` is lower. */
const MAX_PAGE_SIZE = 5_000;

/** Serves OData 4.01 over the rows of v1, read only: service document, metadata, entity sets, counts and single rows. */
export function odataRoutes(): Router {
  const router = Router({ caseSensitive: true });
  router.use(onlyReads);
  router.use(answer);
  return router;
}

const onlyReads: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') {
    next();
    return;
  }
  response.set('Allow', 'GET, HEAD');
  next(new ODataError(405, 'This service is read only.'));
};

const answer: RequestHandler = async (request, response) => {
  const scopes = await bindApiKey(request);
  response.set({
    'OData-Version': answerVersion(request),
    'Cache-Control': 'private, no-store',
    Vary: 'Accept, Accept-Encoding, Authorization, OData-MaxVersion, X-Api-Key',
  });
  const raw = rawOptions(request.query);
  const resource = resourceOf(decodedPath(request), ENTITY_SETS);
  if ('set' in resource) {
    assertScope(scopes, resource.set.scope);
    await recordDatasetRead(`odata/${resource.set.name}`);
  }
  await answerResource(request, response, resource, raw, scopes);
};

async function answerResource(
  request: Request,
  response: Response,
  resource: Resource,
  raw: RawOptions,
  scopes: readonly ApiKeyScope[],
): Promise<void> {
  switch (resource.kind) {
    case 'service':
      allowOptions(raw, 'format');
      return sendServiceDocument(request, response, raw, scopes);
    case 'metadata':
      allowOptions(raw, 'format');
      return sendMetadata(request, response, raw);
    case 'count':
      allowOptions(raw, 'filter', 'format');
      response
        .type('text/plain')
        .send(String(await countRows(resource.set, queryOptions(raw, resource.set.properties))));
      return;
    case 'entity':
      allowOptions(raw, 'select', 'format');
      return sendEntity(request, response, resource, raw);
    case 'set':
      return sendCollection(request, response, resource.set, raw);
  }
}

function sendServiceDocument(
  request: Request,
  response: Response,
  raw: RawOptions,
  scopes: readonly ApiKeyScope[],
): void {
  const form = answerForm(request, raw.format, ['json']);
  const readable = ENTITY_SETS.filter(({ scope }) => scopes.includes(scope));
  const value = readable.map(({ name }) => ({ name, kind: 'EntitySet', url: name }));
  const context = form.isBare ? {} : { '@odata.context': `${serviceRoot(request)}/$metadata` };
  response.set('Content-Type', jsonType(form)).send(JSON.stringify({ ...context, value }));
}

/** Sends XML if it is acceptable or the client supports only 4.0, which has no other format. */
function sendMetadata(request: Request, response: Response, raw: RawOptions): void {
  const version = answerVersion(request);
  const offered = version === '4.0' ? (['xml'] as const) : (['xml', 'json'] as const);
  const form = answerForm(request, version === '4.0' && raw.format === undefined ? 'xml' : raw.format, offered);
  const isXmlWelcome =
    raw.format === undefined && /\*\/\*|application\/(xml|\*)/.test(request.header('accept') ?? '*/*');
  if (form.format === 'xml' || isXmlWelcome) response.type('application/xml').send(metadataXml(ENTITY_SETS, version));
  else response.set('Content-Type', jsonType(form)).send(JSON.stringify(metadataJson(ENTITY_SETS)));
}

async function sendEntity(
  request: Request,
  response: Response,
  { set, key }: Extract<Resource, { kind: 'entity' }>,
  raw: RawOptions,
): Promise<void> {
  const form = answerForm(request, raw.format, ['json']);
  const { select } = queryOptions(raw, set.properties);
  const row = await findRow(set, key);
  if (!row) throw new ODataError(404, 'The resource does not exist.');
  const context = form.isBare ? {} : { '@odata.context': `${contextOf(request, set, raw)}/$entity` };
  response.set('Content-Type', jsonType(form)).send(JSON.stringify({ ...context, ...projected(row, select) }));
}

async function findRow(set: EntitySet, key: string): Promise<Row | null> {
  for await (const [row] of set.rows({ ...NO_LIMITS, from: key, take: 1 }))
    return row && keyOf(set, row) === key ? row : null;
  return null;
}

async function sendCollection(request: Request, response: Response, set: EntitySet, raw: RawOptions): Promise<void> {
  const form = answerForm(request, raw.format, ['json']);
  const options = queryOptions(raw, set.properties);
  const size = pageSize(request, response);
  const count = options.count ? await countRows(set, options) : null;
  const page = readPage(set, options, size);
  const pieces = collectionText(page, {
    context: form.isBare ? null : contextOf(request, set, raw),
    count,
    select: options.select,
    nextLink: (token) => nextLink(request, set, token, options.top === null ? null : options.top - size),
  });
  await sendPieces(request, response, pieces, jsonType(form));
}

/** Returns the page size that the client prefers, at most 5,000, and confirms it in the response. */
function pageSize(request: Request, response: Response): number {
  const asked = /(?:^|[,;\s])(?:odata\.)?maxpagesize=(\d{1,9})(?:[,;\s]|$)/i.exec(request.header('prefer') ?? '')?.[1];
  const size = Number(asked);
  if (asked === undefined || size < 1) return MAX_PAGE_SIZE;
  response.set('Preference-Applied', `odata.maxpagesize=${size}`);
  return Math.min(size, MAX_PAGE_SIZE);
}

function contextOf(request: Request, { name }: EntitySet, { select }: RawOptions): string {
  const projection = select === undefined || select.includes('*') ? '' : `(${select.replace(/\s/g, '')})`;
  return `${serviceRoot(request)}/$metadata#${name}${projection}`;
}

/**
 * Returns the address of the next page: the request's own options with this token, without skipping and counting, which
 * only the first page does.
 */
function nextLink(request: Request, { name }: EntitySet, token: string, top: number | null): string {
  const query = Object.entries(request.query)
    .flatMap(([option, value]): [string, string][] => (typeof value === 'string' ? [[option, value]] : []))
    .filter(([option]) => !/^\$?(count|skip|skiptoken|top)$/i.test(option));
  if (top !== null) query.push(['$top', String(top)]);
  query.push(['$skiptoken', token]);
  return `${serviceRoot(request)}/${name}?${query.map(([option, value]) => `${option}=${encodeURIComponent(value)}`).join('&')}`;
}

/** Returns the path below the service root; empty for a malformed escape. */
function decodedPath({ path }: Request): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new ODataError(404, 'The resource does not exist.');
  }
}

/** Sends errors with OData's own body, except those without a body; also those from before the router, such as RATE_LIMITED. */
export const odataErrors: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  response.set('OData-Version', '4.01');
  if (error instanceof ODataError) {
    sendError(response, error.status, { code: error.code, message: error.message });
    return;
  }
  const appError = toAppError(error);
  const { code, status, message, headers } = appError;
  logRefusal(request, appError);
  if (code === 'INTERNAL') logger.error('request failed', { error, method: request.method, path: request.path });
  response.set(headers);
  if (CODES_WITHOUT_BODY.has(code)) response.status(status).end();
  else sendError(response, status, { code, message });
};

function sendError(response: Response, status: number, error: { code: string; message: string }): void {
  response.status(status).json({ error });
}

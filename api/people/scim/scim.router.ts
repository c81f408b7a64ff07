import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { duplicateKeys } from '../../../shared/db/bulk';
import type { AppError } from '../../../shared/kernel/errors';
import { logger } from '../../../shared/kernel/logger';
import { parseBody } from '../../http/body';
import { toAppError } from '../../http/errors';
import { noStore } from '../../http/no-store';
import type { RateLimits } from '../../http/rate-limit';
import { logRefusal } from '../../http/security-log';
import { authenticateScim } from '../../platform/sign-in/scim-authentication';
import { scimRoot } from './scim-address';
import { recordScimCall } from './scim-calls.service';
import { readPatch, readUser } from './scim-changes';
import { ScimError, type ScimErrorType } from './scim-error';
import { readFilter } from './scim-filter';
import {
  ERROR_MESSAGE,
  LIST_MESSAGE,
  MAX_COUNT,
  RESOURCE_TYPES,
  SCHEMAS,
  SERVICE_PROVIDER_CONFIG,
} from './scim-schemas';
import { selectAttributes } from './scim-user';
import { getScimEmployee, listScimUsers, scimUserOf, type Slice } from './scim-users.queries';
import { changeScimUser, createScimUser, deleteScimUser, type Provisioning } from './scim-users.service';

/** Serves SCIM 2.0 (RFC 7643, 7644), by which an identity provider keeps the employees of an organization up to date. */
export function scimRoutes(limits: Pick<RateLimits, 'countScimToken' | 'countStranger'>): Router {
  const router = Router({ caseSensitive: true });
  router.use(noStore);
  router.use(admit(limits));
  router.use(parseBody);
  router.route('/ServiceProviderConfig').get(sendConfig).all(refuseMethod('GET'));
  router.route('/ResourceTypes').get(sendList(RESOURCE_TYPES)).all(refuseMethod('GET'));
  router.route('/ResourceTypes/:id').get(sendOneOf(RESOURCE_TYPES)).all(refuseMethod('GET'));
  router.route('/Schemas').get(sendList(SCHEMAS)).all(refuseMethod('GET'));
  router.route('/Schemas/:id').get(sendOneOf(SCHEMAS)).all(refuseMethod('GET'));
  router.route('/Users').get(sendUsers).post(createUser).all(refuseMethod('GET, POST'));
  router
    .route('/Users/:id')
    .get(readOneUser)
    .put(changeUser(readUser))
    .patch(changeUser(readPatch))
    .delete(deleteUser)
    .all(refuseMethod('GET, PUT, PATCH, DELETE'));
  router.use((_request, _response, next) => next(new ScimError(404, 'The resource does not exist.')));
  router.use(scimErrors);
  return router;
}

/** Admits calls with a token within the token's limit; calls without one count toward the limit of their address. */
function admit(limits: Pick<RateLimits, 'countScimToken' | 'countStranger'>): RequestHandler {
  return async (request, response, next) => {
    let tokenId: string;
    try {
      tokenId = await authenticateScim(request);
    } catch (error) {
      await limits.countStranger(request, response);
      throw error;
    }
    await limits.countScimToken(tokenId, response);
    next();
  };
}

async function send(
  request: Request,
  response: Response,
  status: number,
  body: object,
  detail: string | null = null,
): Promise<void> {
  await recordScimCall({ method: request.method, path: request.path, status, detail });
  sendBody(response, status, body);
}

function sendBody(response: Response, status: number, body: object): void {
  response.status(status).set('Content-Type', 'application/scim+json; charset=utf-8').send(JSON.stringify(body));
}

type Discovered = Readonly<{ id: string; meta: { resourceType: string; location: string } }>;

/** Returns a discovery document with the requested address in it. */
function located<T extends { meta: { location: string } }>(request: Request, document: T): T {
  return { ...document, meta: { ...document.meta, location: `${scimRoot(request)}${document.meta.location}` } };
}

const sendConfig: RequestHandler = async (request, response) =>
  send(request, response, 200, located(request, SERVICE_PROVIDER_CONFIG));

function sendList(documents: readonly Discovered[]): RequestHandler {
  return async (request, response) => {
    const Resources = documents.map((document) => located(request, document));
    const { length } = documents;
    const list = { schemas: [LIST_MESSAGE], totalResults: length, startIndex: 1, itemsPerPage: length, Resources };
    await send(request, response, 200, list);
  };
}

function sendOneOf(documents: readonly Discovered[]): RequestHandler {
  return async (request, response) => {
    const found = documents.find(({ id }) => id === request.params.id);
    if (!found) throw new ScimError(404, 'The resource does not exist.');
    await send(request, response, 200, located(request, found));
  };
}

const DEFAULT_COUNT = 100;

/** Returns the requested slice; values below the minimum count as the minimum (RFC 7644, section 3.4.2.4). */
function sliceOf(request: Request): Slice {
  const whole = (name: string, fallback: number): number => {
    const value = parameter(request, name);
    if (value === '') return fallback;
    if (!/^-?\d{1,9}$/.test(value)) throw new ScimError(400, `${name} must be a whole number.`, 'invalidValue');
    return Number(value);
  };
  return {
    startIndex: Math.max(1, whole('startIndex', 1)),
    count: Math.min(MAX_COUNT, Math.max(0, whole('count', DEFAULT_COUNT))),
  };
}

function parameter({ query }: Request, name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value : '';
}

const names = (request: Request, name: string): string[] =>
  parameter(request, name)
    .split(',')
    .flatMap((part) => part.trim() || []);

/** Returns a user, or the requested attributes. */
const shown = (request: Request, user: Parameters<typeof selectAttributes>[0]): object =>
  selectAttributes(user, names(request, 'attributes'), names(request, 'excludedAttributes'));

const sendUsers: RequestHandler = async (request, response) => {
  const filter = parameter(request, 'filter');
  const list = await listScimUsers(scimRoot(request), filter === '' ? {} : readFilter(filter), sliceOf(request));
  const Resources = list.Resources.map((user) => shown(request, user));
  await send(request, response, 200, { ...list, Resources });
};

async function sendUser(
  request: Request,
  response: Response,
  status: number,
  { employee, detail }: Provisioning,
): Promise<void> {
  const user = await scimUserOf(scimRoot(request), employee);
  if (status === 201) response.set('Location', user.meta.location);
  await send(request, response, status, shown(request, user), detail);
}

const createUser: RequestHandler = async (request, response) =>
  sendUser(request, response, 201, await createScimUser(readUser(request.body)));

const idOf = (request: Request): string => String(request.params.id).toLowerCase();

const readOneUser: RequestHandler = async (request, response) =>
  sendUser(request, response, 200, { employee: await getScimEmployee(idOf(request)), detail: null });

/** PUT and PATCH: both keep omitted attributes. */
function changeUser(read: typeof readUser): RequestHandler {
  return async (request, response) =>
    sendUser(request, response, 200, await changeScimUser(idOf(request), read(request.body)));
}

const deleteUser: RequestHandler = async (request, response) => {
  await deleteScimUser(idOf(request));
  await recordScimCall({ method: request.method, path: request.path, status: 204, detail: null });
  response.status(204).end();
};

function refuseMethod(allowed: string): RequestHandler {
  return (_request, response, next) => {
    response.set('Allow', allowed);
    next(new ScimError(405, `This path accepts ${allowed}.`));
  };
}

/** Sends errors with SCIM's own body, and records them for the token's administrator. */
const scimErrors: ErrorRequestHandler = async (error: unknown, request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  const { status, scimType, detail, headers } = refusalOf(error, request);
  await recordScimCall({ method: request.method, path: request.path, status, detail });
  response.set(headers);
  sendBody(response, status, {
    schemas: [ERROR_MESSAGE],
    status: String(status),
    ...(scimType === null ? {} : { scimType }),
    detail,
  });
};

interface Refusal {
  status: number;
  scimType: ScimErrorType | null;
  detail: string;
  headers: Readonly<Record<string, string>>;
}

function refusalOf(error: unknown, request: Request): Refusal {
  if (error instanceof ScimError)
    return { status: error.status, scimType: error.scimType, detail: error.message, headers: {} };
  const taken = duplicateKeys(error);
  if (taken.length > 0) {
    const what = taken.includes('employeeCode') ? 'employee number' : 'userName or email';
    return { status: 409, scimType: 'uniqueness', detail: `Another user has this ${what}.`, headers: {} };
  }
  const appError = toAppError(error);
  logRefusal(request, appError);
  if (appError.code === 'INTERNAL')
    logger.error('request failed', { error, method: request.method, path: request.path });
  const { headers } = appError;
  return { status: statusOf(appError), scimType: typeOf(appError), detail: detailOf(appError), headers };
}

/** The plan's limit is 403: 409 would mean that the user exists. */
function statusOf({ code, status }: AppError): number {
  return code === 'PLAN_LIMIT_EMPLOYEES' ? 403 : status;
}

function typeOf({ code }: AppError): ScimErrorType | null {
  if (code === 'VALIDATION') return 'invalidValue';
  return code === 'BAD_REQUEST' ? 'invalidSyntax' : null;
}

function detailOf({ message, validationErrors }: AppError): string {
  if (validationErrors.length === 0) return message;
  return validationErrors.map(({ field, message: what }) => `${field} ${what}`).join('; ');
}

import express, { type Express } from 'express';
import helmet from 'helmet';
import { pingDatabase } from '../shared/db/connect';
import type { RedisClient } from '../shared/infra/redis';
import type { TicketQueue } from '../shared/jobs/queues';
import type { Config } from '../shared/kernel/config';
import { notFound } from '../shared/kernel/errors';
import { RegisterRoutes } from './generated/routes';
import { openAccountLimits } from './http/account-limits';
import { parseBody } from './http/body';
import { consoleRoutes } from './http/console';
import { openContext } from './http/context';
import { errorHandler } from './http/errors';
import { healthRoutes } from './http/health';
import { lowerCaseBodyIds, lowerCaseIds } from './http/id-case';
import { nameNestedArrays } from './http/nested-array-errors';
import { noStore } from './http/no-store';
import { omitNullMembers } from './http/null-members';
import { methodNotAllowed, readDocument, swaggerRoutes } from './http/openapi';
import { queryParser } from './http/query-names';
import { rateLimits } from './http/rate-limit';
import { measureRequests } from './http/request-metrics';
import { setStoppingSignal } from './http/stopping';
import { onlySurface } from './http/surface';
import { prepareTypedTexts } from './http/typed-text';
import { uploads } from './http/upload';
import { SCIM_PATH } from './people/scim/scim-address';
import { scimRoutes } from './people/scim/scim.router';
import { BOARD_PATH, bullBoard } from './platform/jobs/bull-board';
import { openUnknownAddressAttempts } from './platform/sign-in/unknown-address-attempts';
import { ODATA_PATH } from './public-v1/odata/address';
import { odataErrors, odataRoutes } from './public-v1/odata/odata.router';

nameNestedArrays();
omitNullMembers();
lowerCaseBodyIds();
prepareTypedTexts();

/** Pages load nothing from other hosts; helmet's defaults allow styles and fonts from anywhere. */
const OWN_HOST_ONLY = {
  'upgrade-insecure-requests': null,
  'style-src': ["'self'", "'unsafe-inline'"],
  'font-src': ["'self'", 'data:'],
};

export interface AppParts {
  config: Config;
  redis: RedisClient;
  /** The connection for the counters of rate limits. */
  counters: RedisClient;
  queues: readonly TicketQueue[];
  /** Aborts when the process begins to stop. */
  stopping: AbortSignal;
}

/** The Express application: every request passes these lines from top to bottom. */
export function createApp({ config, redis, counters, queues, stopping }: AppParts): Express {
  const surfaces = config.API_SURFACE;
  const isInternal = surfaces.includes('internal');
  const limits = rateLimits(counters, config.QUEUE_PREFIX, {
    auth: config.RATE_LIMIT_AUTH,
    global: config.RATE_LIMIT_GLOBAL,
    key: config.RATE_LIMIT_KEY,
  });
  openUnknownAddressAttempts(counters, config.QUEUE_PREFIX);
  openAccountLimits(counters, config.QUEUE_PREFIX, {
    uploads: config.RATE_LIMIT_UPLOAD,
    megabytes: config.UPLOAD_MB_PER_DAY,
  });
  const app = express();
  setStoppingSignal(app, stopping);
  app.disable('x-powered-by');
  app.set('etag', false);
  const documents = { public: readDocument('public'), internal: readDocument('internal') };
  const allDocuments = Object.values(documents);
  app.set('query parser', queryParser(allDocuments));
  app.set('trust proxy', config.TRUST_PROXY === '' ? false : config.TRUST_PROXY.split(',').map((part) => part.trim()));
  app.use(openContext);
  app.use(measureRequests);
  app.use('/health', healthRoutes({ mongo: pingDatabase, redis: () => redis.ping() }, stopping));
  app.use(helmet({ contentSecurityPolicy: { directives: OWN_HOST_ONLY } }));
  if (isInternal) app.use(consoleRoutes());
  app.use('/api', noStore);
  // Identity providers send for many organizations from a few addresses, so their calls are limited by token.
  if (surfaces.includes('scim')) app.use(SCIM_PATH, scimRoutes(limits));
  app.use(limits.guard);
  app.use(onlySurface(surfaces));
  app.use('/swagger', swaggerRoutes(documents, surfaces, config.NODE_ENV === 'production'));
  if (isInternal) app.use(BOARD_PATH, bullBoard(queues, config.BULL_BOARD_READ_ONLY));
  if (surfaces.includes('public')) app.use(ODATA_PATH, odataRoutes(), odataErrors);
  app.use(lowerCaseIds);
  app.use(parseBody);
  RegisterRoutes(app, { multer: uploads });
  app.use(methodNotAllowed(allDocuments));
  app.use((_request, _response, next) => next(notFound()));
  app.use(errorHandler);
  return app;
}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type RequestHandler, Router } from 'express';
import swaggerUi from 'swagger-ui-express';
import type { ApiSurface } from '../../shared/kernel/config';
import { AppError } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';

export interface OpenApiDocument {
  paths: Record<string, Record<string, unknown>>;
}

const FOLDER = resolve('build/openapi');

/** Reads a document that tsoa generated at build time. */
export function readDocument(name: 'public' | 'internal'): OpenApiDocument {
  return JSON.parse(readFileSync(resolve(FOLDER, `${name}.json`), 'utf8')) as OpenApiDocument;
}

/** Serves `/swagger`: in production the public document alone, otherwise the documents of the surfaces. */
export function swaggerRoutes(
  documents: Readonly<Record<'public' | 'internal', OpenApiDocument>>,
  surfaces: readonly ApiSurface[],
  production: boolean,
): Router {
  const served = (['public', 'internal'] as const).filter((name) => surfaces.includes(name));
  const shown = production ? (['public'] as const) : served;
  const router = Router();
  for (const name of shown) router.get(`/${name}.json`, (_request, response) => void response.json(documents[name]));
  const urls = shown.map((name) => ({ url: `/swagger/${name}.json`, name }));
  const options = { explorer: urls.length > 1, swaggerOptions: { urls, persistAuthorization: true } };
  router.use(swaggerUi.serveFiles(undefined, options));
  router.get('/', swaggerUi.setup(undefined, options));
  return router;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Responds 405 with `Allow` to a known path without this method. */
export function methodNotAllowed(documents: readonly OpenApiDocument[]): RequestHandler {
  const routes = documents.flatMap(({ paths }) =>
    Object.entries(paths).map(([path, item]) => ({
      pattern: new RegExp(`^${path.replace(/[.+*?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
      methods: METHODS.filter((method) => method in item).map((method) => method.toUpperCase()),
    })),
  );
  return (request, _response, next) => {
    const allowed = new Set(
      routes.filter(({ pattern }) => pattern.test(request.path)).flatMap(({ methods }) => methods),
    );
    if (allowed.size === 0 || allowed.has(request.method) || request.method === 'HEAD') {
      next();
      return;
    }
    const allow = [...allowed].join(', ');
    next(
      new AppError('METHOD_NOT_ALLOWED', refusal('METHOD_NOT_OF_PATH', { methods: allow }), {
        headers: { Allow: allow },
      }),
    );
  };
}

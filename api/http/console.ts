import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Request, type RequestHandler, Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { notFound } from '../../shared/kernel/errors';

const FOLDER = resolve('build/console');

/** The Content-Security-Policy of the console: no other hosts, nothing inline, no text that becomes script. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Headers that matter for documents alone: a page has some forty files, and these headers would be half of the traffic. */
const HEADERS_OF_PAGES = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** Paths of the service, which the console's page never answers. */
const SERVICE_PATH = /^\/(api|scim|swagger|admin|health|metrics)(\/|$)/i;

/** A page as `console/finish-build.ts` describes it. */
interface ConsoleAddress {
  /** Such as `/employees/:id`. */
  path: string;
}

/**
 * Serves the console (ADR 25): its page for each of its addresses, the same page with 404 for other addresses that a browser
 * opens, and its hashed files with permanent caching. Without a build it serves nothing, so that the API can run from source.
 */
export function consoleRoutes(): Router {
  const router = Router();
  if (!existsSync(resolve(FOLDER, 'index.html'))) return router;
  const patterns = (JSON.parse(readFileSync(resolve(FOLDER, 'addresses.json'), 'utf8')) as ConsoleAddress[]).map(
    ({ path }) => addressPattern(path),
  );
  const send: RequestHandler = (request, response, next) => {
    if (!asksForPage(request)) {
      next();
      return;
    }
    const isKnown = patterns.some((pattern) => pattern.test(request.path));
    response
      .status(isKnown ? 200 : 404)
      .set({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'Cache-Control': 'no-cache', Vary: 'Accept' })
      .sendFile(resolve(FOLDER, 'index.html'), { cacheControl: false });
  };
  // Serves the encodings that the build created (console/compress-assets.ts), the best one that the client accepts.
  const assets = expressStaticGzip(resolve(FOLDER, 'assets'), {
    enableBrotli: true,
    orderPreference: ['br', 'gzip'],
    index: false,
    serveStatic: {
      immutable: true,
      maxAge: '365d',
      setHeaders: (response) => {
        for (const header of HEADERS_OF_PAGES) response.removeHeader(header);
      },
    },
  });
  router.use('/console/assets', assets, (_request, _response, next) => next(notFound()));
  router.use(send);
  return router;
}

/** Whether a browser requests a page here, not below `/api` and other paths of the service. */
function asksForPage(request: Request): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && !SERVICE_PATH.test(request.path) && wantsHtml(request);
}

/** Whether the request comes from a browser's address bar: it accepts HTML by name, not only by a wildcard. */
export function wantsHtml(request: Request): boolean {
  return /\btext\/html\b/.test(request.header('accept') ?? '');
}

/** Also below `/as/:slug`, where an operator acts for an organization. */
function addressPattern(path: string): RegExp {
  const below = path === '/' ? '/?' : `${path.replace(/:\w+/g, '[^/]+')}/?`;
  return new RegExp(`^(?:/as/[^/]+)?${below}$`);
}

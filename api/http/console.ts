import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Request, type RequestHandler, Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { notFound } from '../../shared/kernel/errors';

const FOLDER = resolve('build/console');

/** The policy of the console: nothing from elsewhere, nothing inline, no text that becomes script. */
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

/** Headers that say something about a document alone: a page has some forty files, and these would be half of what is sent. */
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

/** Paths that belong to the service itself; the console's page never answers them. */
const SERVICE_PATH = /^\/(api|swagger|admin|health|metrics)(\/|$)/i;

/** A page as `console/finish-build.ts` describes it. */
interface ConsoleAddress {
  /** Such as `/employees/:id`. */
  path: string;
}

/**
 * The console (ADR 25): its page for each of its addresses, the same page with 404 for other addresses that a browser
 * opens, and its hashed files with permanent caching. Without a build it serves nothing, so that the API alone can run from source.
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
  // Sent as the build compressed them (console/compress-assets.ts), to each client in the best coding that it accepts.
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

/** Whether a browser wants to see a page here, which `/api` and its neighbors never are. */
function asksForPage(request: Request): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && !SERVICE_PATH.test(request.path) && wantsHtml(request);
}

/** Whether the request comes from the address bar of a browser: it names HTML, and not only by a wildcard. */
export function wantsHtml(request: Request): boolean {
  return /\btext\/html\b/.test(request.header('accept') ?? '');
}

/** Also below `/as/:slug`, where an operator acts for an organization. */
function addressPattern(path: string): RegExp {
  const below = path === '/' ? '/?' : `${path.replace(/:\w+/g, '[^/]+')}/?`;
  return new RegExp(`^(?:/as/[^/]+)?${below}$`);
}

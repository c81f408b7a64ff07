import type { RequestHandler } from 'express';
import { requestSeconds } from '../../shared/infra/metrics';

/** Measures every request; unknown paths share one label, so that a scan cannot fill the memory with labels. */
export const measureRequests: RequestHandler = (request, response, next) => {
  const stop = requestSeconds.startTimer();
  response.on('finish', () => {
    const route = (request.route as { path?: unknown } | undefined)?.path;
    stop({
      method: request.method,
      route: typeof route === 'string' ? route : 'other',
      status: String(response.statusCode),
    });
  });
  next();
};

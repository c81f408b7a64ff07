import type { RequestHandler } from 'express';
import { requestSeconds } from '../../shared/infra/metrics';
import { routeOf } from './context';

/** Measures every request; unknown paths share one label, so that a scan cannot create labels without limit. */
export const measureRequests: RequestHandler = (request, response, next) => {
  const stop = requestSeconds.startTimer();
  response.on('finish', () => {
    stop({ method: request.method, route: routeOf(request), status: String(response.statusCode) });
  });
  next();
};

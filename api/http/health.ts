import { Router } from 'express';
import type Redis from 'ioredis';
import { pingDatabase } from '../../shared/db/connect';

/** Serves liveness and readiness of the process; `stopping` turns readiness off before the socket closes. */
export function healthRoutes(redis: Redis, stopping: AbortSignal): Router {
  const router = Router();
  router.get('/live', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/ready', async (_request, response) => {
    const reasons = [
      ...(stopping.aborted ? ['stopping'] : []),
      ...(await reasonOf('mongo', pingDatabase())),
      ...(await reasonOf('redis', redis.ping())),
    ];
    if (reasons.length === 0) response.json({ status: 'ok' });
    else response.status(503).set('Retry-After', '5').json({ status: 'unavailable', reasons });
  });
  return router;
}

async function reasonOf(part: string, check: Promise<unknown>): Promise<string[]> {
  try {
    await check;
    return [];
  } catch {
    return [`${part} does not answer`];
  }
}

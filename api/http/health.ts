import { Router } from 'express';
import { endsWithin } from '../../shared/infra/shutdown';

/** What the service needs; each resolves when it answers. */
export interface HealthChecks {
  mongo: () => Promise<unknown>;
  redis: () => Promise<unknown>;
}

/** A database that froze keeps its connections, and drivers wait for longer than a proxy does. */
const LIMIT_MS = 2_500;

/**
 * Serves liveness and readiness of the process; `stopping` turns readiness off before the socket closes. Without Redis the
 * process serves in a degraded way, and stays ready.
 */
export function healthRoutes(checks: HealthChecks, stopping: AbortSignal): Router {
  const router = Router();
  router.get('/live', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/ready', async (_request, response) => {
    const [mongo, redis] = await Promise.all([reasonOf('mongo', checks.mongo), reasonOf('redis', checks.redis)]);
    const blocking = [...(stopping.aborted ? ['stopping'] : []), ...mongo];
    const reasons = [...blocking, ...redis];
    if (blocking.length > 0) response.status(503).set('Retry-After', '5').json({ status: 'unavailable', reasons });
    else response.json(reasons.length === 0 ? { status: 'ok' } : { status: 'degraded', reasons });
  });
  return router;
}

async function reasonOf(part: string, check: () => Promise<unknown>): Promise<string[]> {
  try {
    if (await endsWithin(LIMIT_MS, check())) return [];
  } catch {
    // it answers with an error, or not at all
  }
  return [`${part} does not answer`];
}

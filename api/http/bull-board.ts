import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { type RequestHandler, Router } from 'express';
import type { TicketQueue } from '../../shared/jobs/queues';
import { expressAuthentication } from './authentication';

export const BOARD_PATH = '/admin/queues';

/** Bull Board, read-only, for a SystemAdmin: with the cookie of a browser that signed in, or a bearer token (ADR 10). */
export function bullBoard(queues: readonly TicketQueue[]): Router {
  const adapter = new ExpressAdapter();
  adapter.setBasePath(BOARD_PATH);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Evaluation service' } },
  });
  return Router().use(systemAdminOnly, adapter.getRouter() as RequestHandler);
}

const systemAdminOnly: RequestHandler = async (request, _response, next) => {
  await expressAuthentication(request, 'jwt', ['queues:watch']);
  next();
};

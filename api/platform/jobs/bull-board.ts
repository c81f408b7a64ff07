import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { Job as BullJob } from 'bullmq';
import { type RequestHandler, Router } from 'express';
import { pickRows } from '../../../shared/db/pick';
import type { Ticket } from '../../../shared/jobs/contract';
import { enqueueStored } from '../../../shared/jobs/enqueue';
import { requeueFailedJob } from '../../../shared/jobs/ledger';
import type { TicketQueue } from '../../../shared/jobs/queues';
import { inTenant } from '../../../shared/kernel/context';
import { AppError } from '../../../shared/kernel/errors';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { wantsHtml } from '../../http/console';
import { expressAuthentication } from '../sign-in/authentication';

export const BOARD_PATH = '/admin/queues';

/**
 * Serves Bull Board to a SystemAdmin with the session cookie or a bearer token (ADR 10). Unless it is read-only, a
 * retry goes through the ledger.
 */
export function bullBoard(queues: readonly TicketQueue[], readOnlyMode: boolean): Router {
  const adapter = new ExpressAdapter();
  adapter.setBasePath(BOARD_PATH);
  createBullBoard({
    queues: queues.map((queue) => new LedgerAdapter(queue, { readOnlyMode })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Evaluation service' } },
  });
  return Router().use(systemAdminOnly, withoutForeignFonts, adapter.getRouter() as RequestHandler);
}

/** Redirects a browser without a session to the sign-in page, which leads back, and shows when the role does not suffice. */
const systemAdminOnly: RequestHandler = async (request, response, next) => {
  try {
    await expressAuthentication(request, 'jwt', ['queues:watch']);
  } catch (error) {
    const code = error instanceof AppError ? error.code : null;
    const isPage = request.method === 'GET' && wantsHtml(request);
    if (!isPage || (code !== 'UNAUTHENTICATED' && code !== 'FORBIDDEN')) throw error;
    const reason = code === 'FORBIDDEN' ? '&reason=role' : '';
    response
      .set('Cache-Control', 'no-store')
      .redirect(303, `/sign-in?next=${encodeURIComponent(request.originalUrl)}${reason}`);
    return;
  }
  next();
};

/** Bull Board's page loads fonts from Google, which the policy would block. */
const withoutForeignFonts: RequestHandler = (_request, response, next) => {
  const send = response.send.bind(response);
  response.send = (body: unknown) => send(typeof body === 'string' ? body.replace(FOREIGN_STYLES, '') : body);
  next();
};

const FOREIGN_STYLES = /<link\b[^>]*href="https:\/\/fonts\.[^>]*>/g;

/** A ticket as Bull Board shows it. */
type ShownTicket = BullJob<Ticket & { organization?: string }>;

/**
 * Retries a ticket by requeuing its row: Redis alone would run a ticket of a job that has ended. Shows which organization a ticket
 * belongs to.
 */
class LedgerAdapter extends BullMQAdapter {
  override async getJob(id: string): Promise<BullJob<Ticket> | undefined> {
    const ticket: BullJob<Ticket> | undefined = await super.getJob(id);
    if (ticket) await nameOrganizations([ticket]);
    return ticket && retriedByLedger(ticket);
  }

  override async getJobs(...range: Parameters<BullMQAdapter['getJobs']>): Promise<BullJob<Ticket>[]> {
    const tickets = (await super.getJobs(...range)) as BullJob<Ticket>[];
    await nameOrganizations(tickets);
    return tickets.map(retriedByLedger);
  }
}

/** Adds the slugs to what is shown; the stored tickets hold ids alone. */
async function nameOrganizations(tickets: readonly ShownTicket[]): Promise<void> {
  const ids = [...new Set(tickets.map(({ data }) => data.tenantId))];
  const tenants = await pickRows(TenantModel.find({ _id: { $in: ids } }), 'slug');
  const slugs = new Map(tenants.map(({ _id, slug }) => [_id, slug]));
  for (const ticket of tickets)
    ticket.data = { organization: slugs.get(ticket.data.tenantId) ?? 'platform', ...ticket.data };
}

function retriedByLedger(ticket: BullJob<Ticket>): BullJob<Ticket> {
  ticket.retry = async () => {
    const { jobId, tenantId } = ticket.data;
    await inTenant(tenantId, async () => {
      const row = await requeueFailedJob(jobId);
      if (row) await enqueueStored(row);
    });
  };
  return ticket;
}

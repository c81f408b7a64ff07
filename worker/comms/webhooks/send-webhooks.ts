import { WebhookDeliveryModel } from '../../../shared/comms/webhooks/webhook-delivery.model';
import { WebhookPositionModel } from '../../../shared/comms/webhooks/webhook-position.model';
import { WebhookModel } from '../../../shared/comms/webhooks/webhook.model';
import { logFailure } from '../../../shared/db/outage';
import { pickRows } from '../../../shared/db/pick';
import { holdSchedule } from '../../../shared/jobs/schedule.model';
import { HOUR_MS, now } from '../../../shared/kernel/clock';
import { asSystem, runInContext } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { logEnds } from '../../../shared/platform/audit/audit-position.store';
import { ANSWER_MS } from './webhook-request';
import { type NameOf, takeTurn } from './webhook-turn';

/** The name of the schedule that sends events to webhooks. */
export const SEND_WEBHOOKS = 'send-webhooks';
export const SEND_EVERY_MS = 1_000;
/** Organizations that are sent to at the same time, each with one request. */
const MAX_AT_ONCE = 50;
/** After this an organization with more to send waits until the others had their turn. */
const TURN_MS = 10_000;
/** Longer than a request takes: another worker continues after this one has crashed. */
const LEASE_MS = 2 * ANSWER_MS;
const LOOK_EVERY_MS = 1_000;
const THOROUGH_EVERY_MS = HOUR_MS;

let thoroughAt = 0;

/**
 * Sends the events that wait for their webhooks: to many organizations at the same time, to each one request after the
 * other. Returns once nothing waits that may be sent now. If a worker crashes in between, another sends the same message
 * again.
 */
export async function sendWebhooks(stopping: AbortSignal, nameOf: NameOf): Promise<void> {
  const ending = new AbortController();
  const signal = AbortSignal.any([stopping, ending.signal]);
  const turns = new Map<string, Promise<void>>();
  /** When the last turn of an organization ended with nothing more to send. */
  const ended = new Map<string, number>();
  const mayBegin = (tenantId: string): boolean =>
    !turns.has(tenantId) && performance.now() - (ended.get(tenantId) ?? -Infinity) >= LOOK_EVERY_MS;
  try {
    for (;;) {
      await holdSchedule(SEND_WEBHOOKS, LEASE_MS);
      const waiting = signal.aborted ? [] : await waitingTenants();
      for (const tenantId of waiting.filter(mayBegin).slice(0, MAX_AT_ONCE - turns.size))
        turns.set(tenantId, turnOf(tenantId));
      if (turns.size === 0) break;
      await Promise.race([...turns.values(), pause(LOOK_EVERY_MS)]);
    }
  } finally {
    ending.abort(); // after an error of the database, another worker may begin
    await Promise.all(turns.values());
  }
  await holdSchedule(SEND_WEBHOOKS, SEND_EVERY_MS);

  async function turnOf(tenantId: string): Promise<void> {
    const end = performance.now() + TURN_MS;
    const isOver = (): boolean => performance.now() > end;
    const options = { nameOf, stopping: signal, isOver };
    try {
      await runInContext({ requestId: newId(), tenantId, actor: null }, () => takeTurn(options));
    } catch (error) {
      if (!signal.aborted) logFailure('events wait for their webhooks', { error, tenantId });
    }
    turns.delete(tenantId);
    if (isOver()) ended.delete(tenantId);
    else ended.set(tenantId, performance.now());
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/**
 * Returns the organizations with a message that may be sent now, those whose event waits longest first. A process that
 * crashed after writing an entry may not have moved the end of its log, so every webhook is checked from time to time.
 */
async function waitingTenants(): Promise<string[]> {
  const isThorough = now().getTime() >= thoroughAt;
  if (isThorough) thoroughAt = now().getTime() + THOROUGH_EVERY_MS;
  return asSystem('webhooks of every tenant with something to send', async () => {
    const [asked, webhooks] = await Promise.all([
      WebhookDeliveryModel.distinct('tenantId', { isAsked: true }),
      pickRows(WebhookModel.find({ pausedAt: null }), 'tenantId'),
    ]);
    const tenants = [...new Set(webhooks.map(({ tenantId }) => tenantId))];
    const [ends, positions] = await Promise.all([
      logEnds(tenants),
      pickRows(
        WebhookPositionModel.find({ _id: { $in: webhooks.map(({ _id }) => _id) } }),
        ...(['tenantId', 'sequence', 'retryAt', 'updatedAt'] as const),
      ),
    ]);
    const due = positions
      .filter(({ retryAt }) => retryAt === null || retryAt <= now())
      .filter(({ tenantId, sequence }) => isThorough || sequence < (ends.get(tenantId) ?? 0))
      .sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime());
    return [...new Set([...asked.map(String), ...due.map(({ tenantId }) => tenantId)])];
  });
}

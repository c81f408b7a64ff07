import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { WebhookDeliveryModel } from '../../shared/comms/webhooks/webhook-delivery.model';
import { WebhookEvent } from '../../shared/comms/webhooks/webhook-event';
import { WebhookPositionModel } from '../../shared/comms/webhooks/webhook-position.model';
import { inTransaction } from '../../shared/db/transaction';
import { newId } from '../../shared/kernel/ids';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { lastEntry } from '../../shared/platform/audit/audit-position.store';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { makeWebhook } from '../../test/factories/webhook';
import { sendWebhooks } from '../../worker/comms/webhooks/send-webhooks';
import type { Comparison } from './measure';
import { makeTenant, within } from './tenant';

/** What the receiver of the bench needs for an event. */
const ANSWER_MS = 10;
/** Entries of the audit log that one transaction adds. */
const AT_ONCE = 500;

/** Sending these events to one webhook, in their order with one request at a time, against the same requests alone. */
export async function webhookComparison(count: number): Promise<Comparison> {
  let taken = 0;
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      taken += 1;
      setTimeout(() => response.writeHead(204).end(), ANSWER_MS);
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const tenantId = await makeTenant();
  const { id, before } = await within(tenantId, async () => {
    const webhook = await makeWebhook(url, { events: [WebhookEvent.EmployeeCreated] });
    const position = await lastEntry();
    for (let made = 0; made < count; made += AT_ONCE)
      await inTransaction(async () => {
        for (let at = made; at < Math.min(made + AT_ONCE, count); at++)
          await recordAudit('employee.created', { entityType: AuditEntity.Employee, entityId: newId() });
      });
    return { id: webhook.id, before: position };
  });
  const body = JSON.stringify({
    type: 'employee.created',
    timestamp: '2026-01-01T00:00:00Z',
    data: { employeeId: id },
  });
  return {
    work: `${count.toLocaleString('en')} events to a webhook`,
    against: `the same requests alone, receiver ${ANSWER_MS} ms an event`,
    atMost: 2.5,
    memoryAtMost: 50,
    rounds: 1,
    async prepareOurs() {
      taken = 0;
      await within(tenantId, async () => {
        await WebhookDeliveryModel.deleteMany({ webhookId: id }); // what was delivered is not sent again
        await WebhookPositionModel.updateOne({ _id: id }, { $set: { sequence: before } });
      });
    },
    async ours() {
      while (taken < count) {
        await sendWebhooks(new AbortController().signal, () => Promise.resolve(null));
        if (taken < count) await pause(ANSWER_MS);
      }
    },
    made: () => taken,
    expected: count,
    async raw() {
      for (let at = 0; at < count; at++) await (await fetch(url, { method: 'POST', body })).arrayBuffer();
    },
    async close() {
      receiver.closeAllConnections();
      await new Promise<void>((done) => receiver.close(() => done()));
    },
  };
}

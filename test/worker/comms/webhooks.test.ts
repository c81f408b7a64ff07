import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotificationModel } from '../../../shared/comms/notification.model';
import { type WebhookDelivery, WebhookDeliveryModel } from '../../../shared/comms/webhooks/webhook-delivery.model';
import { DeliveryStatus, WebhookEvent, WebhookFormat } from '../../../shared/comms/webhooks/webhook-event';
import { WebhookPositionModel } from '../../../shared/comms/webhooks/webhook-position.model';
import { type Webhook, WebhookModel, webhookPurpose } from '../../../shared/comms/webhooks/webhook.model';
import { inTransaction } from '../../../shared/db/transaction';
import { inMs, now } from '../../../shared/kernel/clock';
import { context, runInContext } from '../../../shared/kernel/context';
import { encrypt } from '../../../shared/kernel/encryption';
import { newId } from '../../../shared/kernel/ids';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { sendWebhooks } from '../../../worker/comms/webhooks/send-webhooks';
import { sweepWebhookDeliveries } from '../../../worker/comms/webhooks/sweep-deliveries';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { makeWebhook } from '../../factories/webhook';
import { useDatabase } from '../../support/database';
import { holdClock } from '../../support/held-clock';
import { signatureOf, WebhookReceiver } from '../../support/webhook-receiver';

useDatabase();
holdClock();

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;

let receiver: WebhookReceiver;
let tenant: TestTenant;

beforeEach(async () => {
  receiver = await new WebhookReceiver(() => 204).start();
  tenant = await makeTenant();
});

afterEach(async () => {
  receiver.stop();
  await tenant.within(async () => {
    await WebhookModel.deleteMany({});
    await WebhookDeliveryModel.deleteMany({});
  });
});

const round = (stopping = new AbortController().signal): Promise<void> => sendWebhooks(stopping, async () => 'Spring');
const later = (ms: number): void => {
  jest.setSystemTime(now().getTime() + ms);
};
const makeHook = (options: Parameters<typeof makeWebhook>[1] = {}, url = receiver.url) =>
  tenant.within(() => makeWebhook(url, options));
const deliveries = (of = tenant): Promise<WebhookDelivery[]> =>
  of.within(async () => WebhookDeliveryModel.find().sort({ createdAt: 1 }).lean<WebhookDelivery[]>());
const hook = (id: string): Promise<Webhook | null> =>
  tenant.within(async () => WebhookModel.findById(id).lean<Webhook>());

/** Adds entries of new employees to the log, among entries that are no events; returns the employees. */
async function hire(count: number, of = tenant): Promise<string[]> {
  const people = Array.from({ length: count }, () => newId());
  await of.within(() =>
    inTransaction(async () => {
      for (const entityId of people) {
        await recordAudit('cycle.created', { entityType: AuditEntity.Cycle, entityId });
        await recordAudit('employee.created', { entityType: AuditEntity.Employee, entityId });
      }
    }),
  );
  return people;
}

const hired = (): unknown[] => receiver.accepted().map(({ data }) => data.employeeId);

describe('the events of an organization', () => {
  test('come in order, once each, signed as Standard Webhooks says', async () => {
    const { secret } = await makeHook();
    const people = await hire(250);
    await round();
    await round();
    expect(hired()).toEqual(people);
    const [first] = receiver.received;
    expect(JSON.parse(first?.body ?? '')).toEqual({
      type: 'employee.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      data: { employeeId: people[0] },
    });
    expect(first?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-timestamp': `${Math.floor(now().getTime() / 1_000)}`,
      'webhook-signature': signatureOf(first!, secret),
    });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(250);
    expect(receiver.mostAtOnce).toBe(1);
  });

  test('before the webhook was made, and those that it has not chosen, are not sent', async () => {
    await hire(2);
    await makeHook({ events: [WebhookEvent.EmployeeLeft] });
    await hire(2);
    await round();
    expect(receiver.received).toEqual([]);
  });

  test('go to each webhook, with one request at a time', async () => {
    await makeHook();
    await makeHook();
    const people = await hire(5);
    await round();
    expect(hired()).toEqual([...people, ...people]);
    expect(receiver.mostAtOnce).toBe(1);
  });

  test('are not delayed by the slow receiver of another organization', async () => {
    const other = await makeTenant();
    let answerSlow: (status: number) => void = () => undefined;
    const slow = await new WebhookReceiver(() => new Promise((done) => (answerSlow = done))).start();
    await other.within(() => makeWebhook(slow.url));
    await makeHook();
    await hire(1, other);
    const people = await hire(30);
    receiver.answer = () => {
      // Only when all of this organization's came is the other's first one answered.
      if (receiver.received.length === 30) setTimeout(() => answerSlow(204), 0);
      return 204;
    };
    await round();
    expect([hired(), slow.accepted().length]).toEqual([people, 1]);
    slow.stop();
  });

  test('that are imported are one, with its counts', async () => {
    await makeHook();
    const count = (field: string, after: number) => ({ field, before: null, after });
    const changes = [count('total', 12), count('created', 8), count('updated', 2), count('errors', 1)];
    const about = { entityType: AuditEntity.Employee, entityId: newId() };
    const changePerson = (): Promise<void> =>
      inTransaction(async () => {
        await recordAudit('employee.updated', { ...about, changes: [{ field: 'lastName', before: 'A', after: 'B' }] });
        const left = { field: 'status', before: 'Active', after: 'Terminated' };
        await recordAudit('employee.status-changed', { ...about, changes: [left] });
      });
    await tenant.within(async () => {
      await runInContext({ ...context(), operation: () => 'job people.import-employees' }, changePerson);
      await inTransaction(() => recordAudit('employee.imported', { ...about, entityId: null, changes }));
      await changePerson(); // of a request, with or without an address
    });
    await round();
    expect(receiver.accepted()).toMatchObject([
      { type: 'employees.imported', data: { total: 12, created: 8, updated: 2, errors: 1 } },
      { type: 'employee.updated', data: { employeeId: about.entityId } },
      { type: 'employee.left', data: { employeeId: about.entityId } },
    ]);
  });
});

describe('a receiver that does not accept', () => {
  test('gets the same message again within a minute, then later and later, and everything in order once it works', async () => {
    await makeHook();
    const people = await hire(3);
    receiver.answer = () => 500;
    const waits: number[] = [];
    await round();
    for (let attempt = 1; attempt < 8; attempt += 1) {
      const [position] = await tenant.within(async () => WebhookPositionModel.find().lean());
      waits.push(((position?.retryAt?.getTime() ?? 0) - now().getTime()) / 1_000);
      await round();
      expect(receiver.received).toHaveLength(attempt); // not before its time
      later((waits.at(-1) ?? 0) * 1_000);
      await round();
    }
    expect(waits).toEqual([30, 120, 600, 1_800, 3_600, 10_800, 21_600]);
    expect(new Set(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body].join())).size).toBe(1);
    expect(await deliveries()).toMatchObject([
      { status: 'Waiting', attempts: 8, statusCode: 500, failure: 'Status', answer: 'an answer' },
    ]);
    receiver.answer = () => 200;
    later(DAY);
    await round();
    expect(hired()).toEqual(people);
    expect((await deliveries()).map(({ status, failure }) => [status, failure])).toEqual(
      people.map(() => ['Delivered', null]),
    );
  });

  test('is paused after three days, which the TenantAdmins are told; resumed, it gets what waited', async () => {
    const { id } = await makeHook();
    const people = await hire(2);
    receiver.answer = () => 503;
    const began = now().getTime();
    for (let attempt = 0; attempt < 30 && (await hook(id))?.pausedAt === null; attempt += 1) {
      await round();
      const [position] = await tenant.within(async () => WebhookPositionModel.find().lean());
      if (position?.retryAt) later(position.retryAt.getTime() - now().getTime());
    }
    expect((now().getTime() - began) / DAY).toBe(3);
    expect(await hook(id)).toMatchObject({ pauseReason: 'Failing' });
    const told = await tenant.within(async () => NotificationModel.find({ type: 'webhook-paused' }).lean());
    expect(told).toMatchObject([{ title: expect.stringContaining('127.0.0.1'), link: '/webhooks' }]);
    people.push(...(await hire(1)));
    receiver.answer = () => 204;
    const attempts = receiver.received.length;
    later(DAY);
    await round();
    expect(receiver.received).toHaveLength(attempts);
    await tenant.within(async () => {
      await WebhookModel.updateOne({ _id: id }, { $set: { pausedAt: null, pauseReason: null } });
      await WebhookPositionModel.updateOne({ _id: id }, { $set: { failures: 0, failingSince: null, retryAt: null } });
    });
    await round();
    expect(hired()).toEqual(people);
  });

  test.each<[string, WebhookReceiver['answer'], object]>([
    [
      'leads elsewhere',
      (response) => (response.setHeader('location', 'http://127.0.0.1:1/'), 307),
      { failure: 'Redirect', statusCode: 307 },
    ],
    [
      'ends the connection',
      (response) => (response.socket?.destroy(), null),
      { failure: 'Unreachable', statusCode: null },
    ],
    ['refuses the event', () => 410, { failure: 'Status', statusCode: 410 }],
  ])('because it %s gets it again', async (_what, answer, expected) => {
    await makeHook();
    const people = await hire(1);
    receiver.answer = answer;
    await round();
    expect(await deliveries()).toMatchObject([{ status: 'Waiting', ...expected }]);
    receiver.answer = () => 204;
    later(HOUR);
    await round();
    expect(hired()).toEqual(people);
  });

  test('because it has not answered after 10 seconds is left', async () => {
    await makeHook();
    await hire(1);
    const limit = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal); // the seconds pass at once
    receiver.answer = () => {
      limit.abort(new DOMException('late', 'TimeoutError'));
      return null;
    };
    await round();
    expect(timeout.mock.calls).toContainEqual([10_000]);
    timeout.mockRestore();
    expect(await deliveries()).toMatchObject([{ status: 'Waiting', failure: 'Timeout' }]);
  });

  test('is not reached at an address that is not public, or with a certificate of nobody', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-nodes', '-subj', '/CN=127.0.0.1', '-days', '1'];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert, ...subject], {
      stdio: 'ignore',
    });
    let requests = 0;
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, () => (requests += 1));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const failures: unknown[] = [];
    for (const url of ['https://10.0.0.1/', `https://127.0.0.1:${(server.address() as AddressInfo).port}/`]) {
      const { id } = await makeHook({}, url);
      await hire(1);
      await round();
      failures.push(...(await deliveries()).filter(({ webhookId }) => webhookId === id).map(({ failure }) => failure));
      await tenant.within(async () => WebhookModel.deleteMany({}));
    }
    server.close();
    expect([failures, requests]).toEqual([['PrivateAddress', 'Certificate'], 0]);
  });

  test('while the worker stops gets it from the next one', async () => {
    await makeHook();
    const people = await hire(2);
    const stopping = new AbortController();
    receiver.answer = () => {
      stopping.abort();
      return null;
    };
    await round(stopping.signal);
    expect(await deliveries()).toEqual([]);
    receiver.answer = () => 204;
    await round();
    expect(hired()).toEqual(people);
  });
});

test('of a huge answer the beginning is kept, and no more is read', async () => {
  await makeHook();
  await hire(1);
  let written = 0;
  receiver.answer = (response) => {
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && written < 1e9) {
        written += 65_536;
        if (!response.write('é'.repeat(32_768))) break;
      }
    };
    response.on('drain', more);
    more();
    return null;
  };
  await round();
  expect(await deliveries()).toMatchObject([{ status: 'Delivered', answer: 'é'.repeat(1_000) }]);
  expect(written).toBeLessThan(5e7);
});

test('after a rotation both secrets sign for 24 hours', async () => {
  const { id, secret: former } = await makeHook();
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  await tenant.within(async () => {
    const row = await WebhookModel.findById(id);
    await WebhookModel.updateOne(
      { _id: id },
      {
        $set: {
          sealedFormerSecret: row?.sealedSecret,
          formerSecretUntil: inMs(DAY),
          sealedSecret: encrypt(secret, webhookPurpose(id)),
        },
      },
    );
  });
  await hire(1);
  await round();
  later(DAY);
  await hire(1);
  await round();
  const [both, one] = receiver.received;
  expect(both?.headers['webhook-signature']).toBe(`${signatureOf(both!, secret)} ${signatureOf(both!, former)}`);
  expect(one?.headers['webhook-signature']).toBe(signatureOf(one!, secret));
});

describe('what a TenantAdmin asks for', () => {
  const ask = (fields: object) =>
    tenant.within(async () => WebhookDeliveryModel.updateMany(fields, { $set: { isAsked: true } }));

  test('is sent again with its id and content, also to a paused webhook', async () => {
    const { id } = await makeHook();
    await hire(1);
    await round();
    await tenant.within(async () => WebhookModel.updateOne({ _id: id }, { $set: { pausedAt: now() } }));
    await ask({});
    await round();
    await round();
    expect(receiver.received).toHaveLength(2);
    const [first, second] = receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]);
    expect(second).toEqual(first);
    expect(await deliveries()).toMatchObject([{ status: 'Delivered', attempts: 2, isAsked: false }]);
  });

  test('shows whether a receiver works again, which then gets what waits at once', async () => {
    await makeHook();
    const people = await hire(2);
    receiver.answer = () => 500;
    await round();
    receiver.answer = () => 200;
    await ask({});
    await round();
    await round();
    expect(hired()).toEqual(people);
  });

  test('as a test is tried once', async () => {
    const { id: webhookId } = await makeHook();
    const message = { webhookId, type: 'test', body: '{}', status: DeliveryStatus.Waiting, isAsked: true };
    await tenant.within(async () => WebhookDeliveryModel.create(message));
    receiver.answer = () => 404;
    await round();
    later(DAY);
    await round();
    expect(receiver.received).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ status: 'Failed', statusCode: 404, isAsked: false }]);
  });
});

describe('a chat', () => {
  const opened = (): Promise<void> =>
    tenant.within(() =>
      inTransaction(() => {
        const changes = [{ field: 'status', before: 'Draft', after: 'Open' }];
        return recordAudit('cycle.status-changed', { entityType: AuditEntity.Cycle, entityId: newId(), changes });
      }),
    );
  const sendOf = (name: string): Promise<void> => sendWebhooks(new AbortController().signal, async () => name);

  test('of Slack gets one sentence with a link, in which no name acts as a link', async () => {
    await makeHook({ format: WebhookFormat.Slack, events: [WebhookEvent.CycleOpened] });
    await opened();
    await sendOf('A & <https://evil.example|B>');
    const [{ headers, body } = { headers: {}, body: '{}' }] = receiver.received;
    expect(JSON.parse(body)).toEqual({
      text:
        'The evaluation cycle “A &amp; &lt;https://evil.example|B&gt;” is open. ' +
        `<http://${tenant.slug}.localhost:3000/my-evaluations|Answer my evaluations>`,
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
  });

  test('of Teams gets an Adaptive Card, whose name is no Markdown, in the language of the organization', async () => {
    tenant = await makeTenant({ locale: 'es-CL' });
    await makeHook({ format: WebhookFormat.Teams, events: [WebhookEvent.CycleOpened] });
    await opened();
    await sendOf('[B](https://evil.example)');
    const { type, attachments } = JSON.parse(receiver.received[0]?.body ?? '{}');
    expect([type, attachments]).toEqual([
      'message',
      [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              {
                type: 'RichTextBlock',
                inlines: [
                  { type: 'TextRun', text: 'El ciclo de evaluación «[B](https://evil.example)» está abierto.' },
                ],
              },
            ],
            actions: [
              {
                type: 'Action.OpenUrl',
                title: 'Responder mis evaluaciones',
                url: `http://${tenant.slug}.localhost:3000/my-evaluations`,
              },
            ],
          },
        },
      ],
    ]);
  });
});

test('an organization that is suspended is sent nothing, and holds the round not up', async () => {
  await makeHook();
  await hire(1);
  await TenantModel.updateOne({ _id: tenant.id }, { $set: { status: 'Suspended' } });
  await round();
  expect(receiver.received).toEqual([]);
});

test('deliveries of 30 days ago are deleted', async () => {
  await makeHook();
  await hire(1);
  await round();
  later(30 * DAY);
  await sweepWebhookDeliveries();
  expect(await deliveries()).toEqual([]);
});

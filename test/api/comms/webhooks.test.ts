import { WebhookDeliveryModel } from '../../../shared/comms/webhooks/webhook-delivery.model';
import { DeliveryStatus } from '../../../shared/comms/webhooks/webhook-event';
import { WebhookModel } from '../../../shared/comms/webhooks/webhook.model';
import { newId } from '../../../shared/kernel/ids';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService();
const PATH = '/api/integrations/webhooks';
const URL = 'https://93.184.216.34/hooks?token=a-secret-of-the-address';

let tenant: TestTenant;

beforeAll(async () => {
  tenant = await makeTenant();
});

const call = (method: 'get' | 'post' | 'put' | 'delete', path = '', body?: object) =>
  service().call(method, `${PATH}${path}`, tenant.admin).send(body);
const create = (body: object = {}) => call('post', '', { url: URL, events: ['cycle.opened'], ...body });

describe('a webhook', () => {
  test('is created with a secret that is shown once, and read, changed and deleted without it', async () => {
    const created = await create({
      events: ['cycle.opened', 'cycle.opened', 'employee.left'],
      description: ' Intranet ',
    });
    expect([created.status, created.headers.location]).toEqual([201, `${PATH}/${created.body.id}`]);
    const { secret, ...view } = created.body;
    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
    expect(view).toMatchObject({
      url: 'https://93.184.216.34/hooks?…',
      events: ['cycle.opened', 'employee.left'],
      description: 'Intranet',
      format: null,
      isActive: true,
      pauseReason: null,
      failingSince: null,
    });
    const path = `/${view.id}`;
    expect((await call('get', path)).body).toEqual(view);
    expect((await call('get')).body.items).toContainEqual(view);
    const paused = await call('put', path, { isActive: false });
    expect(paused.body).toMatchObject({ isActive: false, pauseReason: 'Stopped', pausedAt: expect.any(String) });
    const resumed = await call('put', path, {
      isActive: true,
      events: ['survey.opened'],
      url: 'https://93.184.216.34/x',
    });
    expect(resumed.body).toMatchObject({ isActive: true, events: ['survey.opened'], url: 'https://93.184.216.34/x' });
    expect((await call('delete', path)).status).toBe(204);
    expect((await call('get', path)).status).toBe(404);
  });

  test('keeps no secret in plain text, and says none in the audit log', async () => {
    const { body } = await create();
    const rotated = (await call('post', `/${body.id}/rotate`)).body;
    expect(rotated.secret).not.toBe(body.secret);
    expect(rotated.formerSecretUntil).toEqual(expect.any(String));
    const stored = JSON.stringify(await tenant.within(async () => WebhookModel.find().lean()));
    const log = await service().call('get', `/api/audit-logs?entityType=Webhook&pageSize=200`, tenant.admin);
    expect(log.body.items.map(({ eventType }: { eventType: string }) => eventType)).toEqual(
      expect.arrayContaining(['webhook.created', 'webhook.rotated']),
    );
    for (const secret of [body.secret, rotated.secret, 'a-secret-of-the-address'])
      expect([stored, log.text].map((text) => text.includes(secret))).toEqual([false, false]);
  });

  test.each([
    ['http://93.184.216.34/', 'MUST_BEGIN_WITH_HTTPS'],
    ['https://10.0.0.1/', 'MUST_HAVE_PUBLIC_ADDRESS'],
    ['https://[fd00::1]/', 'MUST_HAVE_PUBLIC_ADDRESS'],
    ['https://169.254.169.254/latest', 'MUST_HAVE_PUBLIC_ADDRESS'],
    ['https://user:password@93.184.216.34/', 'MUST_NOT_CONTAIN_USER_OR_PASSWORD'],
    ['no address', 'MUST_BE_ADDRESS'],
  ])('is not created for %s', async (url, code) => {
    const { status, body } = await create({ url });
    expect([status, body.validationErrors]).toEqual([400, [expect.objectContaining({ field: 'url', code })]]);
  });

  test('of a chat has no secret, takes only events with a sentence, and shows nothing of the path', async () => {
    const refused = await create({ format: 'Slack', events: ['employee.created'] });
    expect([refused.status, refused.body.validationErrors[0].field]).toEqual([400, 'events']);
    const { body } = await create({ format: 'Slack', url: 'https://93.184.216.34/services/T0/B0/XXXX' });
    expect([body.secret, body.url]).toEqual([null, 'https://93.184.216.34/…']);
    expect((await call('post', `/${body.id}/rotate`)).status).toBe(409);
    expect((await call('put', `/${body.id}`, { events: ['employees.imported'] })).status).toBe(400);
  });

  test('needs an event that exists', async () => {
    for (const events of [[], ['evaluation.submitted']]) expect((await create({ events })).status).toBe(400);
  });

  test('is refused when it was changed since it was read', async () => {
    const { body, headers } = await create();
    await call('put', `/${body.id}`, { description: 'first' });
    const late = await call('put', `/${body.id}`, { description: 'second' }).set('If-Match', headers.etag ?? '');
    expect(late.status).toBe(412);
  });

  test('is one of at most 50', async () => {
    const crowded = await makeTenant();
    await crowded.within(async () =>
      WebhookModel.insertMany(Array.from({ length: 50 }, () => ({ sealedUrl: 'x', events: ['cycle.opened'] }))),
    );
    const answer = await service()
      .call('post', PATH, crowded.admin)
      .send({ url: URL, events: ['cycle.opened'] });
    expect([answer.status, answer.body.reason.code]).toEqual([409, 'WEBHOOKS_LIMIT']);
  });
});

test('deliveries are listed by status, and one is asked for again', async () => {
  const { body } = await create();
  const tested = await call('post', `/${body.id}/test`);
  expect([tested.status, tested.body]).toMatchObject([200, { type: 'test', status: 'Waiting', isAsked: true }]);
  const row = { webhookId: body.id, type: 'cycle.opened', body: '{}', status: DeliveryStatus.Delivered };
  const sent = await tenant.within(async () => WebhookDeliveryModel.create({ ...row, statusCode: 204, attempts: 1 }));
  const list = (query = '') => call('get', `/${body.id}/deliveries${query}`);
  expect((await list()).body.totalCount).toBe(2);
  expect((await list('?status=Delivered')).body.items).toEqual([
    expect.objectContaining({ id: sent._id, status: 'Delivered', statusCode: 204, attempts: 1, isAsked: false }),
  ]);
  expect((await list('?status=Lost')).status).toBe(400);
  const again = await call('post', `/${body.id}/deliveries/${sent._id}/redeliver`);
  expect([again.status, again.body]).toMatchObject([200, { id: sent._id, isAsked: true }]);
  const other = (await create()).body;
  for (const path of [`/${other.id}/deliveries/${sent._id}/redeliver`, `/${newId()}/test`])
    expect((await call('post', path)).status).toBe(404);
});

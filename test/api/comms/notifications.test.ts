import { notify } from '../../../shared/comms/notification.store';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { Role } from '../../../shared/kernel/permissions';
import { makeAccount } from '../../factories/account';
import { makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

/** An account that is signed in over HTTP. */
async function signedIn(scope: string, slug?: string): Promise<{ userId: string; token: string }> {
  const account = await makeAccount(scope, scope === PLATFORM_SCOPE ? { roles: [Role.SystemAdmin] } : {});
  const answer = await service()
    .call('post', '/api/auth/token')
    .send({ email: account.email, password: account.password, ...(slug ? { tenantSlug: slug } : {}) });
  return { userId: account.id, token: answer.body.accessToken };
}

const opened = (scope: string, userId: string, cycle: string): Promise<number> =>
  withinTenant(scope, () =>
    notify('cycle-opened', `cycle-opened:${newId()}`, [
      { userId, values: { cycle, count: 2, endDate: '2026-12-15' }, link: '/my-evaluations' },
    ]),
  );

describe('notifications', () => {
  test('list: own ones, newest first, in pages, with their fields', async () => {
    const { userId, token } = await signedIn(tenant.id, tenant.slug);
    await opened(tenant.id, userId, 'First');
    await opened(tenant.id, userId, 'Second');
    const answer = await service().call('get', '/api/notifications?pageSize=1', token);
    expect([answer.status, answer.body.totalCount, answer.body.totalPages]).toEqual([200, 2, 2]);
    expect(answer.body.items).toEqual([
      {
        id: expect.any(String),
        createdAt: expect.stringMatching(/:\d\dZ$/),
        updatedAt: expect.any(String),
        revision: 0,
        type: 'cycle-opened',
        title: 'Evaluations are open: Second',
        body: 'You have 2 evaluations to answer by December 15, 2026.',
        link: '/my-evaluations',
        isRead: false,
        readAt: null,
      },
    ]);
  });

  test('mark-read is idempotent; unread-count and the filter follow', async () => {
    const { userId, token } = await signedIn(tenant.id, tenant.slug);
    await opened(tenant.id, userId, 'One');
    await opened(tenant.id, userId, 'Two');
    const [first] = (await service().call('get', '/api/notifications', token)).body.items;
    const count = async () => (await service().call('get', '/api/notifications/unread-count', token)).body;
    expect(await count()).toEqual({ count: 2 });
    const read = await service().call('post', `/api/notifications/${first.id}/mark-read`, token);
    expect([read.status, read.body.isRead, read.body.readAt]).toEqual([200, true, expect.stringMatching(/Z$/)]);
    const again = await service().call('post', `/api/notifications/${first.id}/mark-read`, token);
    expect([again.status, again.body]).toEqual([200, read.body]);
    expect(await count()).toEqual({ count: 1 });
    const ids = async (query: string) =>
      (await service().call('get', `/api/notifications?isRead=${query}`, token)).body.items.map(
        (notification: { id: string }) => notification.id,
      );
    expect(await ids('true')).toEqual([first.id]);
    expect(await ids('false')).toHaveLength(1);
    const wrong = await service().call('get', '/api/notifications?isRead=perhaps', token);
    expect([wrong.status, wrong.body.errorCode]).toEqual([400, 'VALIDATION']);
  });

  test('mark-all-read marks one’s own alone', async () => {
    const mine = await signedIn(tenant.id, tenant.slug);
    const other = await signedIn(tenant.id, tenant.slug);
    for (const { userId } of [mine, mine, other]) await opened(tenant.id, userId, 'All');
    const marked = await service().call('post', '/api/notifications/mark-all-read', mine.token);
    expect([marked.status, marked.body]).toEqual([200, { marked: 2 }]);
    expect((await service().call('post', '/api/notifications/mark-all-read', mine.token)).body).toEqual({ marked: 0 });
    expect((await service().call('get', '/api/notifications/unread-count', other.token)).body).toEqual({ count: 1 });
  });

  test('someone else’s, also for an admin, and another tenant’s are 404 and stay unread', async () => {
    const owner = await signedIn(tenant.id, tenant.slug);
    await opened(tenant.id, owner.userId, 'Mine');
    const { id } = (await service().call('get', '/api/notifications', owner.token)).body.items[0];
    const foreign = await makeTenant();
    for (const token of [tenant.user, tenant.admin, foreign.admin]) {
      const answer = await service().call('post', `/api/notifications/${id}/mark-read`, token);
      expect([answer.status, answer.body.errorCode]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await service().call('get', '/api/notifications/unread-count', owner.token)).body).toEqual({ count: 1 });
  });

  test('a SystemAdmin has their own, whatever tenant the request names', async () => {
    const { userId, token } = await signedIn(PLATFORM_SCOPE);
    await opened(PLATFORM_SCOPE, userId, 'Platform');
    const answer = await service().call('get', '/api/notifications', token).set('X-Tenant', tenant.slug);
    expect([answer.status, answer.body.totalCount]).toEqual([200, 1]);
  });

  test('no one signed in is 401 without body', async () => {
    for (const path of ['/api/notifications', '/api/notifications/unread-count']) {
      const answer = await service().call('get', path);
      expect([answer.status, answer.text]).toEqual([401, '']);
    }
  });
});

import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { Role } from '../../../shared/kernel/permissions';
import { makeAccount, PASSWORD } from '../../factories/account';
import { makeSystemAdmin, makeTenant } from '../../factories/tenant';
import { useService } from '../../support/service';
import { cookieOf } from '../../support/session-cookie';

const service = useService({ worker: false });
const board = (path = '/api/queues') => service().call('get', `/admin/queues${path}`);
const signIn = async (body: object) =>
  cookieOf(
    await service()
      .call('post', '/api/auth/token')
      .send({ password: PASSWORD, cookie: true, ...body }),
  );

describe('Bull Board is for SystemAdmins', () => {
  test('anonymous, a forged token, a forged cookie and HTTP Basic: 401 without body', async () => {
    const { email } = await makeAccount(PLATFORM_SCOPE, { roles: [Role.SystemAdmin] });
    const basic = `Basic ${Buffer.from(`${email}:${PASSWORD}`).toString('base64')}`;
    const answers = [
      await board(),
      await board('/'),
      await board().set('Authorization', 'Bearer x'),
      await board().set('Authorization', basic),
      await board().set('Cookie', 'session=x'),
    ];
    expect(answers.map((answer) => [answer.status, answer.text])).toEqual(Array(5).fill([401, '']));
  });

  test('roles of an organization: 403 by token and by cookie', async () => {
    const tenant = await makeTenant();
    for (const token of [tenant.admin, tenant.hr, tenant.user])
      expect((await board().set('Authorization', `Bearer ${token}`)).status).toBe(403);
    const { email } = await makeAccount(tenant.id, { roles: [Role.TenantAdmin] });
    const cookie = await signIn({ email, tenantSlug: tenant.slug });
    expect((await board().set('Cookie', cookie)).status).toBe(403);
  });

  test('a SystemAdmin: 200 by bearer; a browser by its cookie, until it signs out', async () => {
    expect((await board().set('Authorization', `Bearer ${await makeSystemAdmin()}`)).status).toBe(200);
    const { email } = await makeAccount(PLATFORM_SCOPE, { roles: [Role.SystemAdmin] });
    const cookie = await signIn({ email });
    const page = await board('/').set('Cookie', cookie);
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
    expect(page.text).toContain('stylesheet');
    expect(page.text).not.toContain('googleapis');
    expect((await board().set('Cookie', cookie)).status).toBe(200);
    const out = service().call('post', '/api/auth/logout').set('Cookie', cookie).set('Host', 'localhost:3000');
    expect((await out.set('Origin', 'http://localhost:3000')).status).toBe(204);
    expect((await board().set('Cookie', cookie)).status).toBe(401);
  });

  test('it is read-only, and a cookie from another site changes nothing', async () => {
    const pause = () => service().call('put', '/admin/queues/api/queues/anything/pause');
    const byToken = await pause().set('Authorization', `Bearer ${await makeSystemAdmin()}`);
    expect(byToken.status).toBeGreaterThanOrEqual(400);
    const { email } = await makeAccount(PLATFORM_SCOPE, { roles: [Role.SystemAdmin] });
    const foreign = await pause()
      .set('Cookie', await signIn({ email }))
      .set('Origin', 'http://evil.example');
    expect([foreign.status, foreign.text]).toEqual([403, expect.stringContaining('FOREIGN_ORIGIN')]);
  });
});
